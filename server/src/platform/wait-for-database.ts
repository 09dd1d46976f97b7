import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { connectingAlone } from './connections.ts';
import type { Log } from './log.ts';
import { sessionOf } from './session-settings.ts';
import { StartRefused } from './start-refused.ts';
import { unavailableReason, untrustedCertificate } from './unavailable.ts';

const firstPauseMs = 250;
const longestPauseMs = 15_000;
/** A database that starts or recovers refuses connections and says why; one that is silent for longer is not there. */
const silencePatienceMs = 5 * 60_000;

/**
 * Only an operator can correct these: the role, its password or its rights, a missing database, something that the server does not have,
 * or that somebody else has made a table, type or function of that name.
 */
const refusingStates = new Set(['28000', '28P01', '3D000', '3F000', '42501', '0A000', '42P07', '42710', '42723']);

/**
 * Runs a step of the start that needs the database. While the database or its disk cannot be used (down, starting,
 * read-only, full, no connection free) it is run again after a pause that doubles up to 15 seconds, with one line in the
 * log for each try.
 * @param step is run from its beginning each time: it closes what it opened before it throws
 * @param signal ends the waiting; its reason is thrown
 * @throws StartRefused when waiting would not help, with PostgreSQL's words (password, role, database, rights, TLS, an extension
 *   that is not there), or when a statement has failed otherwise, which is logged; what `step` throws otherwise
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

/** What ended a step, and not what failed when the step then closed what it had opened. */
const firstError = (thrown: unknown): unknown =>
  thrown instanceof SuppressedError ? firstError(thrown.suppressed) : thrown;

/**
 * The same for a step on a database that lets us in and takes writes.
 * @throws StartRefused also when the database has given no answer at all for so long
 */
export function waitForDatabase<Opened>(
  url: string,
  open: () => Promise<Opened>,
  log: Log,
  signal?: AbortSignal,
  patienceMs = silencePatienceMs,
): Promise<Opened> {
  let silentSince: number | undefined;
  const step = async () => {
    silentSince ??= performance.now();
    try {
      await probe(url);
    } catch (error) {
      if (!isSilence(error)) silentSince = undefined;
      else if (performance.now() - silentSince > patienceMs) throw silenceRefusal(url);
      throw error;
    }
    silentSince = undefined;
    return open();
  };
  return retryUntilAvailable(step, log, signal);
}

/** Messages of pg: the time for a connection is over, or the time for an answer. */
const isSilence = (error: unknown): boolean =>
  error instanceof Error && /^timeout expired$|^Query read timeout$/.test(error.message);

/** The connection string has the password. */
function silenceRefusal(url: string): StartRefused {
  const { hostname, port, searchParams } = new URL(url);
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);
  return new StartRefused(
    `The database at ${host}${port && `, port ${port},`} gives no answer.\n` +
      'Check that DATABASE_URL names a PostgreSQL server, and that the server runs.',
  );
}

/** Whether the database accepts connections and writes. Any other error while connecting ends the start. */
async function probe(url: string): Promise<void> {
  const mode = await readMode(url);
  if (mode === 'on') throw Object.assign(new Error('the database is read-only'), { code: '25006' });
}

/** Whether transactions are read-only, 'on' or 'off'. @throws StartRefused when waiting for the database would not help */
async function readMode(url: string): Promise<string | undefined> {
  try {
    const session = sessionOf(url, 'lapau probe');
    const client = new pg.Client({ ...connectingAlone, ...session });
    client.on('error', () => {}); // the statement under way reports it
    try {
      await client.connect();
      await session.onConnect(client);
      const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
      return rows[0]?.transaction_read_only;
    } finally {
      await client.end();
    }
  } catch (error) {
    throw isRefusal(error) || unavailableReason(error) === undefined ? refusal(error) : error;
  }
}

/**
 * Connects once, for a command that does not wait.
 * @throws StartRefused when the database lets nobody in
 */
export async function ensureReachable(url: string): Promise<void> {
  try {
    await readMode(url);
  } catch (error) {
    // what caused it may count as an outage, too
    if (error instanceof StartRefused) throw error;
    const reason = unavailableReason(error);
    if (reason === undefined) throw error;
    throw new StartRefused(`The database cannot be used: ${reason}.\nRun the command again when it can.`, {
      cause: error,
    });
  }
}

/** Whether an operator has to do something about the database, its server or what is in between. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return /^SASL: |SSL connection/.test(error.message);
  return refusingStates.has(code) || untrustedCertificate.test(code) || isOfPooler(error) || isOfExtension(error);
}

/** PgBouncer takes no options, or gives the next statement to another connection, which does not know what was prepared. */
const isOfPooler = ({ message }: Error): boolean =>
  /^unsupported startup parameter|^prepared statement "/.test(message);

const isOfExtension = (error: Error): boolean => error instanceof pg.DatabaseError && error.message.includes('trgm');

function refusal(cause: unknown): StartRefused {
  const message = cause instanceof Error ? cause.message : String(cause);
  return new StartRefused(`The database refuses Lapau: ${message}.\n${adviceFor(cause)}`, { cause });
}

function adviceFor(cause: unknown): string {
  if (cause instanceof Error && isOfPooler(cause))
    return 'PgBouncer needs pool_mode = session and ignore_startup_parameters = options.';
  if (cause instanceof Error && isOfExtension(cause))
    return (
      'Lapau needs the extension pg_trgm: install it (postgresql-contrib), have a superuser run "create extension pg_trgm" in the ' +
      'database, and let the role use its schema.'
    );
  return 'Check DATABASE_URL, and the role and database that it names.';
}

/** What ends a start where neither the server nor the operator is at fault: the log has the place in the program. */
function statementFailure(cause: pg.DatabaseError, log: Log): StartRefused {
  log.error({ err: cause }, 'a statement of the start has failed');
  return new StartRefused(
    `A statement of the start has failed: ${cause.message}.\n` +
      'This is a fault of Lapau, or of what somebody else has changed in its database: the line of the log before this one tells where.',
    { cause },
  );
}

/** The refusal that an error of a command's statement is, if it is one: of rights, or of something that the server does not have. */
export const refusalIn = (error: unknown): StartRefused | undefined =>
  error instanceof pg.DatabaseError && isRefusal(error) ? refusal(error) : undefined;
