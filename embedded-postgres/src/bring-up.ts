import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { provision, readPassword, urlOf } from './cluster.ts';
import type { Address } from './cluster.ts';
import type { Log } from './log.ts';
import { findServer, launch } from './server.ts';
import type { Installation, Launch, RunningServer } from './server.ts';
import { PostgresStartError } from './start-error.ts';

/** Crash recovery and the end of an old server are waited for this long. */
const PATIENCE_MS = 5 * 60_000;
const POLL_MS = 10;
const OLD_SERVER_POLL_MS = 500;

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Role, password or database not as expected: an unfinished first start, or a folder put together from two. */
const isDenied = (error: unknown): boolean => ['28P01', '28000', '3D000'].includes(codeOf(error));

/** Starting, stopping, crashing, not listening yet, or full of a killed program's connections. Without a code: cut off or late. */
const isPassing = (error: unknown): boolean =>
  ['', '57P01', '57P02', '57P03', '53300', 'ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(codeOf(error));

/** The remains of a killed server still hold the data; they go by themselves. */
const isOccupied = (output: string): boolean =>
  /pre-existing shared memory block|lock file .* already exists/.test(output);

async function connect(name: string, url: string): Promise<Client> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: `${name} supervisor`,
  });
  client.on('error', () => {}); // followed by 'end', which is what counts
  await client.connect();
  return client;
}

async function connectOrProvision(installation: Installation, address: Address): Promise<Client> {
  const { folder } = installation;
  const url = urlOf(folder, address, folder.name, folder.name);
  try {
    return await connect(folder.name, url);
  } catch (error) {
    if (!isDenied(error)) throw error;
  }
  try {
    await provision(urlOf(folder, address, 'postgres', 'postgres'), folder.name, readPassword(folder));
    return await connect(folder.name, url);
  } catch (error) {
    if (!isDenied(error)) throw error;
    throw new PostgresStartError(
      `The database in ${folder.data} does not accept the password in ${folder.password} (${String(error)}). ` +
        'Restore both from the same backup.',
      { cause: error },
    );
  }
}

function announce({ pid, state }: RunningServer, log: Log): void {
  if (state === 'stopping') log.info({ pid }, 'waiting for the old PostgreSQL server to finish stopping');
  if (state === 'starting') log.info({ pid }, 'waiting for PostgreSQL to start or recover');
}

/**
 * Leads the folder's server, whatever state it is in, to where it answers: starts it, waits while it recovers, waits while
 * an old one is still dying and then starts it.
 * @param signal ends the waiting, but never between starting a process and knowing its id
 * @returns a connection to the program's database, and whether the server was started here
 * @throws PostgresStartError when the server ends again or does not answer in five minutes
 */
export async function bringUp(
  installation: Installation,
  address: Address,
  log: Log,
  signal: AbortSignal,
): Promise<{ client: Client; launched: boolean }> {
  const { folder } = installation;
  const deadline = performance.now() + PATIENCE_MS;
  let attempt: Launch | undefined;
  let announced: RunningServer['state'] | undefined;
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
        if (!isPassing(error)) break;
      }
    } else if (running && !attempt && announced !== running.state) {
      announced = running.state;
      announce(running, log);
    } else if (!running && attempt?.hasEnded()) {
      problem = attempt.output().trim();
      if (!isOccupied(String(problem))) break;
      attempt = undefined;
      await delay(OLD_SERVER_POLL_MS);
    } else if (!running) {
      attempt ??= launch(installation, address);
    }
    await delay(POLL_MS);
  }
  throw new PostgresStartError(`PostgreSQL does not answer on ${folder.data}:\n${String(problem)}`);
}
