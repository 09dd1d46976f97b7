import { readClock } from '../../platform/clock/clock.ts';
import { defineJob, overADay, overMinutes } from '../../platform/jobs/jobs.ts';
import { workAt } from '../../platform/workers/worker.ts';
import type { Worker } from '../../platform/workers/worker.ts';
import { askIfOpen, closeUnconfirmed } from './rules-nightly.ts';

/** Jobs that ask in the evening whether stalls are open, and that close those at night that want it and were not confirmed. */
export const warungsWorkers: Worker[] = [
  workAt('0 21 * * *', defineJob('ask_if_open', overMinutes), async ({ database: { db }, transaction }) =>
    askIfOpen(db, transaction, await readClock(db)),
  ),
  workAt('0 4 * * *', defineJob('close_warungs', overADay), async ({ database: { db }, transaction }) =>
    closeUnconfirmed(db, transaction, await readClock(db)),
  ),
];
