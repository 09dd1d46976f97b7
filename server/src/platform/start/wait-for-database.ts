import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectionsOfProcess } from '../database/connections.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { unavailableReason } from '../errors/unavailable.ts';
import type { Log } from '../log/log.ts';
import { probeDatabase } from './probe-database.ts';
import { isRefusal, refusal, statementFailure } from './start-failures.ts';
import { createImpatience, usualPatience } from './start-patience.ts';

const firstPauseMs = 250;
const longestPauseMs = 15_000;

/**
 * Runs a step of the start that needs the database. While the database or its disk cannot be used (down, starting, read-only, full, no
 * connection free) it is run again after a pause that doubles up to 15 seconds, with one line in the log for each try.
 * @param step is run from its beginning each time: it closes what it opened before it throws
 * @param signal ends the waiting; its reason is thrown
 * @throws StartRefused when waiting would not help, with PostgreSQL's words (password, role, database, rights, TLS, a missing
 *   extension), or when a statement has failed otherwise, which is logged; the error of `step` otherwise
 */
export async function retryUntilAvailable<Result>(
  step: () => Promise<Result>,
  log: Log,
  signal?: AbortSignal,
): Promise<Result> {
  for (let attempt = 1, pauseMs = firstPauseMs; ; attempt += 1, pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await step();
    } catch (thrown) {
      signal?.throwIfAborted();
      const error = firstError(thrown);
      if (error instanceof StartRefused) throw error;
      if (isRefusal(error)) throw refusal(error);
      const reason = unavailableReason(error);
      if (reason === undefined) throw error instanceof pg.DatabaseError ? statementFailure(error, log) : error;
      log.warn({ attempt, reason, pauseMs }, 'the database cannot be used yet; the start waits for it');
    }
    await delay(pauseMs, undefined, { signal }).catch(() => signal?.throwIfAborted());
  }
}

/** Gives the error that ended a step, and not a later one of closing what the step had opened. */
const firstError = (thrown: unknown): unknown =>
  thrown instanceof SuppressedError ? firstError(thrown.suppressed) : thrown;

/**
 * Runs a step as retryUntilAvailable does, once the database lets us in, gives us the sessions that a start needs, and takes writes.
 * @throws StartRefused also when that does not happen in time (start-patience.ts)
 */
export function waitForDatabase<Opened>(
  url: string,
  open: () => Promise<Opened>,
  log: Log,
  signal?: AbortSignal,
  patience = usualPatience,
): Promise<Opened> {
  const endOf = createImpatience(url, patience);
  const step = async () => {
    try {
      await ensureWritable(url);
      return await open();
    } catch (thrown) {
      const error = firstError(thrown);
      throw endOf(error) ?? error;
    }
  };
  return retryUntilAvailable(step, log, signal);
}

async function ensureWritable(url: string): Promise<void> {
  const { isReadOnly, isStandby } = await probeDatabase(url, connectionsOfProcess.fewest);
  if (isStandby) throw Object.assign(new Error('it is a standby, and takes no writes'), { code: '25006' });
  if (isReadOnly) throw Object.assign(new Error('it is read-only'), { code: '25006' });
}

/** A command has two connections at once, and with two a pooler can be recognised. */
const connectionsOfCommand = 2;

/**
 * Connects once, for a command that does not wait.
 * @throws StartRefused when the database lets nobody in
 */
export async function ensureReachable(url: string): Promise<void> {
  try {
    await probeDatabase(url, connectionsOfCommand);
  } catch (error) {
    // This comes first, because the cause of a refusal may count as an outage.
    if (error instanceof StartRefused) throw error;
    const reason = unavailableReason(error);
    if (reason === undefined) throw error;
    throw new StartRefused(`The database cannot be used: ${reason}.\nRun the command again when it can.`, {
      cause: error,
    });
  }
}
