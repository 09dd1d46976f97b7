import { readClock } from '../../platform/clock.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Retention } from '../../platform/retention.ts';
import { deleteOldVisits } from './queries.ts';
import { remindOfWaiting } from './rules.ts';

export const deskRetention: Retention[] = [
  { table: 'daily_visits', deleteExpired: ({ db }, limit) => deleteOldVisits(db, limit) },
];

/** Reminds the admins every hour of what begins to wait too long. */
export async function startDeskJobs({ jobs, transaction }: Platform): Promise<void> {
  await jobs.work('remind_of_waiting', () => transaction(async (tx) => remindOfWaiting(tx, await readClock(tx.db))));
  await jobs.schedule('remind_of_waiting', '5 * * * *');
}
