import { defineJob, overADay } from '../../platform/jobs/jobs.ts';
import type { Retention } from '../../platform/transactions/retention.ts';
import { workAt } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { deleteOldAvailabilityChanges } from './queries.ts';
import { openDuePosts } from './rules-availability.ts';

export const postsRetention: Retention[] = [
  { table: 'availability_changes', deleteExpired: ({ db }, limit) => deleteOldAvailabilityChanges(db, limit) },
];

/** Opens at 04.00 the dishes that were sold out for a day. Readers see them open from then on even if the job is late. */
export const postsWorkers: Worker[] = [
  workAt('0 4 * * *', defineJob('open_posts', overADay), ({ transaction }) => transaction((tx) => openDuePosts(tx))),
];
