import pg from 'pg';
import { connectTimeoutMs, connectingAlone } from '../database/connections.ts';
import { sessionOf } from '../database/session-settings.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { unavailableReason } from '../errors/unavailable.ts';
import { startTimeout } from '../process/timeout.ts';
import { isRefusal, isSilence, poolerText, refusal } from './start-failures.ts';

/** Whether a database takes no writes, and whether that is so because it is a standby. */
export type Mode = { isReadOnly: boolean; isStandby: boolean };

/**
 * Opens this many connections at once, checks that each is a session of PostgreSQL of its own, and closes them.
 * @throws StartRefused when waiting would not help; the error of an outage as it is, or with PostgreSQL's code for too many
 *   connections when the first one could be opened and a later one could not
 */
export async function probeDatabase(url: string, count: number): Promise<Mode> {
  const session = sessionOf(url, 'lapau probe');
  const clients: pg.Client[] = [];
  const open = async () => {
    const client = new pg.Client({ ...connectingAlone, ...session });
    client.on('error', () => {}); // the statement under way reports the error
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const first = await open();
    const processes = [await processOf(first)];
    // A pooler in transaction mode lends a session to another connection between two statements.
    if ((await processOf(first)) !== processes[0]) throw new StartRefused(poolerText);
    while (processes.length < count) {
      const next = await open()
        .then(processOf)
        .catch((error: unknown) => {
          throw isScarcity(error) ? scarcity(processes.length, count, error) : error;
        });
      if (processes.includes(next)) throw new StartRefused(poolerText);
      processes.push(next);
    }
    await session.onConnect(first);
    return await modeOf(first);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw isRefusal(error) || unavailableReason(error) === undefined ? refusal(error) : error;
  } finally {
    await close(clients);
  }
}

/**
 * Closes the connections, and waits until PostgreSQL has ended them, so that their places are free; it does not wait for a server that
 * stands still.
 */
async function close(clients: pg.Client[]): Promise<void> {
  const destroy = () => clients.forEach((client) => client.connection.stream.destroy());
  const timeout = startTimeout(connectTimeoutMs, destroy);
  await Promise.all(clients.map((client) => client.end()));
  timeout.cancel();
}

/** Asks which process of PostgreSQL answers, as the id that a connection gets at its start may be a pooler's own. */
async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select pg_catalog.pg_backend_pid() as id');
  return rows[0]?.id ?? 0;
}

async function modeOf(client: pg.Client): Promise<Mode> {
  const { rows } = await client.query<Mode>(
    `select current_setting('transaction_read_only') = 'on' as "isReadOnly", pg_is_in_recovery() as "isStandby"`,
  );
  return rows[0] ?? { isReadOnly: false, isStandby: false };
}

/** Whether a pooler or PostgreSQL gives no further connection, or a pooler lets it wait for one. */
const isScarcity = (error: unknown): error is Error =>
  error instanceof Error &&
  (isSilence(error) || ('code' in error && (error.code === '53300' || error.code === '08P01')));

const scarcity = (had: number, count: number, cause: Error): Error =>
  Object.assign(new Error(`only ${had} of ${count} connections could be had at once: ${cause.message}`, { cause }), {
    code: '53300',
  });
