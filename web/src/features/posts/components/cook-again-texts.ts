import type { CallOutput } from '@lapau/contract/calls';
import { formatClock } from '../../../lib/format/time.ts';

/**
 * What a toast says when dishes were cooked again: what has become of them, and how many more can be posted again.
 * @param asked how many dishes were chosen
 * @param hasOpened whether the stall was closed before
 */
export function cookedText(
  { posts, warung, renewals_left: left, more_renewals_at: moreAt }: CallOutput<'cook_again'>,
  { asked, hasOpened, now }: { asked: number; hasOpened: boolean; now: Date },
): { text: string; description: string } {
  const count = (renewal: (typeof posts)[number]['renewal']) => posts.filter((post) => post.renewal === renewal).length;
  const [renewed, early, many, notNow] = [count('renewed'), count('too_early'), count('too_many'), count('not_now')];
  const gone = asked - posts.length;
  const again = moreAt === null ? '' : formatClock(new Date(moreAt), now);
  const sentences = [
    hasOpened && warung.is_open && 'Warung juga dibuka.',
    early > 0 && `${early} masakan belum lama diposting, jadi hanya ditandai tersedia.`,
    many > 0 && `${many} masakan hanya ditandai tersedia, karena batas naik ke atas sudah tercapai.`,
    notNow > 0 && `${notNow} masakan tidak diubah, karena ada pilihan yang lebih baru atau sedang tidak tampil.`,
    gone > 0 && `${gone} masakan sudah tidak ada.`,
    again !== '' && (left > 0 ? `Masih bisa ${left} masakan lagi sampai ${again}.` : `Bisa naik lagi ${again}.`),
  ];
  const text =
    renewed > 0
      ? `${renewed} masakan tampil paling atas lagi.`
      : posts.some((post) => post.is_open)
        ? 'Masakan ditandai tersedia.'
        : 'Tidak ada masakan yang diubah.';
  return { text, description: sentences.filter(Boolean).join(' ') };
}
