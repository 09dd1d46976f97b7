import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { startTimeout } from '../process/timeout.ts';

/**
 * How long PostgreSQL may take to answer a statement. A proxy or router that has forgotten a connection drops what is sent over
 * it without a word, and TCP itself notices after a quarter of an hour.
 */
export const answerTimeoutMs = 8_000;

/** How long a connection may take to open, and after that its settings. */
export const connectTimeoutMs = 5_000;

/**
 * How many connections a process opens at once when it starts (two of the pool's, the job queue's three, and the one that listens), and
 * how many it takes at most.
 */
export const connectionsOfProcess = { fewest: 6, most: 15 };

/**
 * The options of every connection, pooled or not; the last two concern pools. session-settings.ts has the settings that PostgreSQL
 * gets.
 */
export const connecting = {
  connectionTimeoutMillis: connectTimeoutMs,
  // This keeps routers from forgetting quiet connections, and shows when a server is gone.
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idleTimeoutMillis: 10_000,
  maxLifetimeSeconds: 30 * 60,
};

/** The options of connections that a library opens by itself: pg abandons a late statement, and the library ends the connection. */
export const connectingAlone = { ...connecting, query_timeout: answerTimeoutMs };

/**
 * PostgreSQL's function that waits until a standby has a commit, as it names itself in a notice in every language. When the wait is
 * cut (pg_cancel_backend), PostgreSQL says so in a warning and reports success. The rows are there then, for all to see, but may be
 * gone after the next failover: nobody may be told that the write succeeded (D90).
 */
const standbyWait = 'SyncRepWaitForLSN';

/** The SQLSTATE of a write on a standby, or on a database that an operator has made read-only. */
const readOnly = '25006';

/** A connection in use. One that has not answered in time is destroyed, and every later statement on it fails. */
export type Connection = {
  query: (config: QueryConfig, limitMs?: number) => Promise<QueryResult>;
  release: (destroy?: boolean) => void;
};

/** Is called for each answer, refusals too, with the time it took and the time it might have taken. */
export type OnAnswer = (text: string, tookMs: number, limitMs: number) => void;

/**
 * Takes connections out of the pool. When one has not answered in time, others that have not answered since its statement was sent may
 * be dead too, and are destroyed instead of used.
 */
export function createCheckout(pool: Pool, onAnswer: OnAnswer): () => Promise<Connection> {
  const answeredAt = new WeakMap<PoolClient, number>();
  const withCutWait = new WeakSet<PoolClient>();
  /** Connections that end when they are released: the pool notices a destroyed socket only a moment later, and would lend it again. */
  const ending = new WeakSet<PoolClient>();
  let suspectBefore = 0;
  const answered = (client: PoolClient) => answeredAt.set(client, performance.now());
  pool.on('connect', (client) => {
    answered(client);
    client.on('notice', ({ routine }) => routine === standbyWait && withCutWait.add(client));
  });

  const destroy = (client: PoolClient) => {
    ending.add(client);
    destroySocket(client);
  };

  async function takeTrusted(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((answeredAt.get(client) ?? 0) >= suspectBefore) return client;
      destroySocket(client);
      client.release(true);
    }
  }

  async function query(client: PoolClient, config: QueryConfig, limitMs: number): Promise<QueryResult> {
    const sentAt = performance.now();
    const waiting = startTimeout(limitMs, () => {
      suspectBefore = Math.max(suspectBefore, sentAt);
      destroy(client);
    });
    try {
      const result = await client.query(config);
      if (withCutWait.delete(client)) throw new Error('Commit unconfirmed: the wait for a standby was cut');
      return result;
    } catch (error) {
      // The server of this connection may have become a standby.
      if (error instanceof Error && 'code' in error && error.code === readOnly) destroy(client);
      if (isSchemaChange(error)) {
        // Other prepared statements may be stale too, those of this connection and of connections that have been idle since.
        ending.add(client);
        suspectBefore = Math.max(suspectBefore, sentAt);
        if (client.getTransactionStatus() === 'I') return await client.query(config.text, config.values ?? []);
      }
      if (!waiting.isOver()) throw error;
      throw new Error(`Connection terminated: no answer in ${limitMs / 1_000} s`, { cause: error });
    } finally {
      waiting.cancel();
      if (!waiting.isOver()) {
        answered(client);
        onAnswer(config.text, performance.now() - sentAt, limitMs);
      }
    }
  }

  return async () => {
    const client = await takeTrusted();
    return {
      query: (config, limitMs = answerTimeoutMs) => query(client, config, limitMs),
      release: (isDestroyed) => client.release(isDestroyed === true || ending.has(client)),
    };
  };
}

/**
 * Whether another release has migrated the schema while the statement ran, or since it was prepared (D92). The statement has done
 * nothing, and works when it is run or prepared again. The error is known by codes and names, as messages come in the server's
 * language.
 */
export function isSchemaChange(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'routine' in error)) return false;
  const { code, routine } = error;
  // These codes tell that a prepared statement's columns, a function's rows, or a view, function or trigger have changed.
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '42804' || code === 'XX000';
}

/** Destroys the socket: `end` would first send a message and wait for its answer. */
function destroySocket(client: PoolClient): void {
  client.connection.stream.destroy();
}
