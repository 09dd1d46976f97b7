import { waitsTooLongMs } from '@lapau/contract/desk';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { notifyAdminsOnce, takeAdminsLockShared } from '../notifications/rules.ts';
import { countWaitingSince, moveReminder } from './queries.ts';

/** Notifies all admins of things that have begun to wait for more than a day since the last reminder, once of each thing. */
export async function remindOfWaiting(tx: Tx, now: Date): Promise<void> {
  await takeAdminsLockShared(tx.db);
  const until = new Date(now.getTime() - waitsTooLongMs);
  const remindedOf = await countWaitingSince(tx.db, await moveReminder(tx.db, until));
  const late = await countWaitingSince(tx.db, until);
  const total = ({ applications, reports, appeals }: typeof late) => applications + reports + appeals;
  if (total(late) <= total(remindedOf)) return;
  const parts = [
    late.applications > 0 && `${late.applications} pengajuan`,
    late.reports > 0 && `${late.reports} laporan`,
    late.appeals > 0 && `${late.appeals} keberatan`,
  ].filter((part) => part !== false);
  await notifyAdminsOnce(tx, { type: 'items_waiting', content: `Menunggu lebih dari sehari: ${parts.join(', ')}.` });
}
