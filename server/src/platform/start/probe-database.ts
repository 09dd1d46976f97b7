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
 * Opens so many connections at once, sees that each is a session of PostgreSQL of its own, and closes them.
 * @throws StartRefused when waiting would not help; an outage as it is, with the code of PostgreSQL for too many connections when the
 *   first could be had and a later one could not
 */
export async function probeDatabase(url: string, count: number): Promise<Mode> {
  const session = sessionOf(url, 'lapau probe');
  const clients: pg.Client[] = [];
  const open = async () => {
    const client = new pg.Client({ ...connectingAlone, ...session });
    client.on('error', () => {}); // the statement under way reports it
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const first = await open();
    const processes = [await processOf(first)];
    // between its statements a pooler in transaction mode lends the session of one connection to the next
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

/** PostgreSQL closes them once each has left its place to others; a server that stands still is not waited for. */
async function close(clients: pg.Client[]): Promise<void> {
  const destroy = () => clients.forEach((client) => client.connection.stream.destroy());
  const timeout = startTimeout(connectTimeoutMs, destroy);
  await Promise.all(clients.map((client) => client.end()));
  timeout.cancel();
}

/** Which process of PostgreSQL answers. What the connection itself was told of it is a pooler's own. */
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

/** Whether a pooler or PostgreSQL gives no further connection, or a pooler has it wait for one. */
const isScarcity = (error: unknown): error is Error =>
  error instanceof Error &&
  (isSilence(error) || ('code' in error && (error.code === '53300' || error.code === '08P01')));

const scarcity = (had: number, count: number, cause: Error): Error =>
  Object.assign(new Error(`only ${had} of ${count} connections could be had at once: ${cause.message}`, { cause }), {
    code: '53300',
  });
