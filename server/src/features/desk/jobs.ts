import { readClock } from '../../platform/clock/clock.ts';
import { defineJob, overMinutes } from '../../platform/jobs/jobs.ts';
import type { Retention } from '../../platform/transactions/retention.ts';
import { workAt } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { deleteOldLinkCounts, deleteOldVisits } from './queries.ts';
import { tellOfWeek } from './rules-week.ts';
import { remindOfWaiting } from './rules.ts';

export const deskRetention: Retention[] = [
  { table: 'daily_visits', deleteExpired: ({ db }, limit) => deleteOldVisits(db, limit) },
  { table: 'link_counts', deleteExpired: ({ db }, limit) => deleteOldLinkCounts(db, limit) },
];

/** Reminds the admins every hour of what has begun to wait for too long, and tells them on Monday morning of the week before. */
export const deskWorkers: Worker[] = [
  workAt('5 * * * *', defineJob('remind_of_waiting', overMinutes), ({ transaction }) =>
    transaction(async (tx) => remindOfWaiting(tx, await readClock(tx.db))),
  ),
  workAt('0 7 * * 1', defineJob('tell_of_week', overMinutes), ({ transaction }) =>
    transaction(async (tx) => tellOfWeek(tx, await readClock(tx.db))),
  ),
];
