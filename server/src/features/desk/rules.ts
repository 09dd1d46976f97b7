import { waitsTooLongMs } from '@lapau/contract/desk';
import type { Tx } from '../../platform/transaction.ts';
import { notifyAdminsOnce } from '../notifications/rules.ts';
import { countWaitingSince } from './queries.ts';

const hourMs = 3_600_000;

/** Tells all admins of what has begun to wait for more than a day within the last hour: each item once. */
export async function remindOfWaiting(tx: Tx, now: Date): Promise<void> {
  const late = await countWaitingSince(tx.db, new Date(now.getTime() - waitsTooLongMs));
  const told = await countWaitingSince(tx.db, new Date(now.getTime() - waitsTooLongMs - hourMs));
  const total = ({ applications, reports, appeals }: typeof late) => applications + reports + appeals;
  if (total(late) <= total(told)) return;
  const parts = [
    late.applications > 0 && `${late.applications} pengajuan`,
    late.reports > 0 && `${late.reports} laporan`,
    late.appeals > 0 && `${late.appeals} keberatan`,
  ].filter((part) => part !== false);
  await notifyAdminsOnce(tx, { type: 'items_waiting', content: `Menunggu lebih dari sehari: ${parts.join(', ')}.` });
}
