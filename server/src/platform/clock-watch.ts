import { findDeletionWait, noteClock } from './clock-jumps.ts';
import { defineJob, minuteSeconds } from './jobs.ts';
import { workAt } from './worker.ts';
import type { Worker } from './worker.ts';

/** The next minute's run is the retry. */
export const watchClock = defineJob('watch_clock', { retryLimit: 0, expireInSeconds: minuteSeconds });

/** Notes every minute that Lapau runs, by the database's clock, and says when that has jumped. */
export const clockWatch: Worker = workAt('* * * * *', watchClock, async ({ transaction, database: { db }, log }) => {
  const change = await transaction((tx) => noteClock(tx.db));
  if (change === 'trusted again') log.info('the clock is trusted again: what is deleted by age is deleted');
  if (change !== 'jumped') return;
  const wait = await findDeletionWait(db);
  log.warn(
    { lastRun: wait?.trustedAt, waitsUntil: wait?.until },
    'the clock has jumped by more than two days, or Lapau was off for so long: what is deleted by age waits until it has run for a day; check the date and time of the server',
  );
});
