import { findDeletionWait, noteClock } from '../clock/clock-jumps.ts';
import { unavailableReason } from '../errors/unavailable.ts';
import type { Platform } from '../platform.ts';

const minuteMs = 60_000;

/**
 * Notes every minute that Lapau runs, by the database's clock, and logs when that has jumped. This is no scheduled job, because a
 * process of an earlier release removes schedules that it does not know.
 * @returns a function that ends it
 */
export async function watchClock(
  { transaction, database: { db }, log }: Pick<Platform, 'transaction' | 'database' | 'log'>,
  everyMs = minuteMs,
): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  let hasFailed = false;
  const note = async () => {
    const change = await transaction((tx) => noteClock(tx.db));
    if (change === 'trusted again') log.info('the clock is trusted again: what is deleted by age is deleted');
    if (change !== 'jumped') return;
    const wait = await findDeletionWait(db);
    log.warn(
      { lastRun: wait?.trustedAt, waitsUntil: wait?.until },
      'the clock has jumped by more than two days, or Lapau was off for so long: what is deleted by age waits until it has run for a day; check the date and time of the server',
    );
  };
  const look = async () => {
    try {
      await note();
      hasFailed = false;
    } catch (error) {
      if (isClosed) return;
      const reason = unavailableReason(error);
      if (!hasFailed)
        log.warn(
          reason === undefined ? { err: error } : { reason },
          'that Lapau runs was not noted: it is tried every minute, and what is deleted by age waits if that fails for two days',
        );
      hasFailed = true;
    }
    // The next look is timed only now, so that no two are under way.
    if (!isClosed) timer = setTimeout(() => void look(), everyMs).unref();
  };
  await look();
  return () => {
    isClosed = true;
    clearTimeout(timer);
  };
}
