import { readClock } from '../../platform/clock/clock.ts';
import { defineJob, overMinutes } from '../../platform/jobs/jobs.ts';
import type { Retention } from '../../platform/transactions/retention.ts';
import { workAt } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { deleteOldLinkCounts, deleteOldVisits } from './queries.ts';
import { remindOfWaiting } from './rules.ts';

export const deskRetention: Retention[] = [
  { table: 'daily_visits', deleteExpired: ({ db }, limit) => deleteOldVisits(db, limit) },
  { table: 'link_counts', deleteExpired: ({ db }, limit) => deleteOldLinkCounts(db, limit) },
];

/** Reminds the admins every hour of what has begun to wait for more than a day. */
export const deskWorkers: Worker[] = [
  workAt('5 * * * *', defineJob('remind_of_waiting', overMinutes), ({ transaction }) =>
    transaction(async (tx) => remindOfWaiting(tx, await readClock(tx.db))),
  ),
];
