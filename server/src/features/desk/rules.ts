import { applicationWaitsTooLongMs, waitsTooLongMs } from '@lapau/contract/desk';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { notifyAdminsOnce, takeAdminsLockShared } from '../notifications/rules.ts';
import { countWaitingSince, moveReminder } from './queries.ts';

/**
 * Notifies all admins of things that have begun to wait for more than a day since the last reminder, once of each thing, and once
 * more of an application that has waited for two days: somebody cannot sell until it is decided.
 */
export async function remindOfWaiting(tx: Tx, now: Date): Promise<void> {
  await takeAdminsLockShared(tx.db);
  const until = new Date(now.getTime() - waitsTooLongMs);
  const before = await moveReminder(tx.db, until);
  const remindedOf = await countWaiting(tx, before);
  const late = await countWaiting(tx, until);
  if (late.things <= remindedOf.things && late.oldApplications <= remindedOf.oldApplications) return;
  const { applications, reports, appeals, oldApplications } = late;
  const old = oldApplications === applications ? 'sudah dua hari' : `${oldApplications} sudah dua hari`;
  const parts = [
    applications > 0 && `${applications} pengajuan${oldApplications > 0 ? ` (${old})` : ''}`,
    reports > 0 && `${reports} laporan`,
    appeals > 0 && `${appeals} keberatan`,
  ].filter((part) => part !== false);
  await notifyAdminsOnce(tx, { type: 'items_waiting', content: `Menunggu lebih dari sehari: ${parts.join(', ')}.` });
}

/** Counts what waits for more than a day, where that day ended at a moment, and the applications that wait for two. */
async function countWaiting({ db }: Tx, dayAgo: Date) {
  const waiting = await countWaitingSince(db, dayAgo);
  const longer = new Date(dayAgo.getTime() + waitsTooLongMs - applicationWaitsTooLongMs);
  const { applications: oldApplications } = await countWaitingSince(db, longer);
  return { ...waiting, things: waiting.applications + waiting.reports + waiting.appeals, oldApplications };
}
