import type { Banner } from '@lapau/contract/banners';
import { formatDateTime } from '../../../lib/format/time.ts';

type Times = Pick<Banner, 'is_active' | 'starts_at' | 'ends_at'>;

/** Whether the feed shows a banner, in a word or two. */
export function bannerStatus(
  { is_active: isActive, starts_at: start, ends_at: end }: Times,
  now: number,
): { label: string; tone: 'pandan' | 'gold' | 'quiet' } {
  if (!isActive) return { label: 'Tidak aktif', tone: 'quiet' };
  if (end !== null && Date.parse(end) <= now) return { label: 'Sudah berakhir', tone: 'quiet' };
  if (start !== null && Date.parse(start) > now) return { label: 'Menunggu mulai', tone: 'gold' };
  return { label: 'Sedang tampil', tone: 'pandan' };
}

/** From when to when a banner shows, or undefined while it has no limits. */
export function bannerTimes({ starts_at: start, ends_at: end }: Times): string | undefined {
  const parts = [start && `mulai ${formatDateTime(start)}`, end && `sampai ${formatDateTime(end)}`].filter(Boolean);
  const text = parts.join(' ');
  return text === '' ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
