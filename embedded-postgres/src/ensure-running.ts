import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { provision, readPassword, urlOf } from './cluster.ts';
import type { Address } from './cluster.ts';
import type { Log } from './log.ts';
import { findServer, launch } from './server.ts';
import type { Installation, Launch, RunningServer } from './server.ts';
import { PostgresStartError } from './start-error.ts';

/** How long crash recovery and the end of an old server may take. */
const readyTimeoutMs = 5 * 60_000;
const pollIntervalMs = 10;
const oldServerPollIntervalMs = 500;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Whether role, password or database are not as expected: the first start was interrupted, or the folder was put together from two. */
const isLoginRefused = (error: unknown): boolean => ['28P01', '28000', '3D000'].includes(codeOf(error));

/**
 * Whether the server is starting, stopping, crashing, not listening yet, or still counts the connections of a killed program. pg's own
 * errors for a cut connection and a timeout have no code.
 */
const isTransient = (error: unknown): boolean =>
  ['', '57P01', '57P02', '57P03', '53300', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));

/** Whether pg's time for a connection is over, as with a server whose processes are halted. */
const isSilence = (error: unknown): boolean => error instanceof Error && error.message === 'timeout expired';

/** Whether processes of a killed server still use the data folder; they end by themselves. */
const isDataFolderInUse = (output: string): boolean =>
  /pre-existing shared memory block|lock file .* already exists/.test(output);

async function connect(name: string, url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: `${name} supervisor`,
    // The supervisor takes the end of this connection for that of the server, so no setting of the role may end it.
    options: '-c idle_session_timeout=0',
  });
  client.on('error', () => {}); // an error is followed by 'end', which the supervisor waits for
  await client.connect();
  return client;
}

async function connectOrProvision(installation: Installation, address: Address): Promise<Client> {
  const { folder } = installation;
  const url = urlOf(folder, address, folder.name, folder.name);
  try {
    return await connect(folder.name, url);
  } catch (error) {
    if (!isLoginRefused(error)) throw error;
  }
  try {
    await provision(urlOf(folder, address, 'postgres', 'postgres'), folder.name, readPassword(folder));
    return await connect(folder.name, url);
  } catch (error) {
    if (!isLoginRefused(error)) throw error;
    throw new PostgresStartError(
      `The database in ${folder.data} does not accept the password in ${folder.password} (${String(error)}). ` +
        'Restore both from the same backup.',
      { cause: error },
    );
  }
}

function logWaiting({ pid, state }: RunningServer, log: Log): void {
  if (state === 'stopping') log.info({ pid }, 'waiting for the old PostgreSQL server to finish stopping');
  if (state === 'starting') log.info({ pid }, 'waiting for PostgreSQL to start or recover');
}

/**
 * Connects to the folder's server, whatever state it is in: starts it, waits while it recovers, and waits until an old one
 * has stopped before starting it.
 * @param signal ends the waiting, but never between starting a process and knowing its id
 * @returns a connection to the program's database, and whether the server was started here
 * @throws PostgresStartError when the server ends again or does not answer in five minutes
 */
export async function ensureRunning(
  installation: Installation,
  address: Address,
  log: Log,
  signal: AbortSignal,
): Promise<{ client: Client; launched: boolean }> {
  const { folder } = installation;
  const deadline = performance.now() + readyTimeoutMs;
  let attempt: Launch | undefined;
  let loggedState: RunningServer['state'] | undefined;
  let problem: unknown;
  while (performance.now() < deadline) {
    const running = findServer(folder);
    if (running || !attempt || attempt.hasEnded()) signal.throwIfAborted();
    if (running?.state === 'ready') {
      try {
        return { client: await connectOrProvision(installation, running), launched: attempt !== undefined };
      } catch (error) {
        if (error instanceof PostgresStartError) throw error;
        problem = error;
        if (!isTransient(error)) break;
        if (isSilence(error)) log.warn({ pid: running.pid }, 'PostgreSQL does not answer yet; the start waits for it');
      }
    } else if (running && !attempt && loggedState !== running.state) {
      loggedState = running.state;
      logWaiting(running, log);
    } else if (!running && attempt?.hasEnded()) {
      problem = attempt.output().trim();
      if (!isDataFolderInUse(String(problem))) break;
      attempt = undefined;
      await delay(oldServerPollIntervalMs);
    } else if (!running) {
      attempt ??= launch(installation, address);
    }
    await delay(pollIntervalMs);
  }
  throw new PostgresStartError(`PostgreSQL does not answer on ${folder.data}:\n${String(problem)}`);
}
