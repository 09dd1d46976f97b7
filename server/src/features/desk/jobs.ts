import { readClock } from '../../platform/clock.ts';
import { defineJob, overMinutes } from '../../platform/jobs.ts';
import type { Retention } from '../../platform/retention.ts';
import { workAt } from '../../platform/worker.ts';
import type { Worker } from '../../platform/worker.ts';
import { deleteOldVisits } from './queries.ts';
import { remindOfWaiting } from './rules.ts';

export const deskRetention: Retention[] = [
  { table: 'daily_visits', deleteExpired: ({ db }, limit) => deleteOldVisits(db, limit) },
];

/** Reminds the admins every hour of what has begun to wait for more than a day. */
export const deskWorkers: Worker[] = [
  workAt('5 * * * *', defineJob('remind_of_waiting', overMinutes), ({ transaction }) =>
    transaction(async (tx) => remindOfWaiting(tx, await readClock(tx.db))),
  ),
];
