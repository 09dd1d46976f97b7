import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { startTimeout } from '../process/timeout.ts';

/**
 * How long PostgreSQL may take to answer a statement. A proxy or router that has forgotten a connection drops what is sent over
 * it without a word, and TCP itself notices after a quarter of an hour.
 */
export const answerTimeoutMs = 8_000;

/** How long a connection may take to come about, and its settings after that. */
export const connectTimeoutMs = 5_000;

/**
 * How many connections a process opens at once when it starts (two of the pool's, the job queue's three, and the one that listens), and
 * how many it takes at most.
 */
export const connectionsOfProcess = { fewest: 6, most: 15 };

/** Every connection is opened with these, pooled or not; the last two concern pools. session-settings.ts has what PostgreSQL is told. */
export const connecting = {
  connectionTimeoutMillis: connectTimeoutMs,
  // routers forget quiet connections, and a server that is gone is noticed
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idleTimeoutMillis: 10_000,
  maxLifetimeSeconds: 30 * 60,
};

/** For connections that a library opens by itself: pg abandons a late statement, and the library ends the connection. */
export const connectingAlone = { ...connecting, query_timeout: answerTimeoutMs };

/**
 * PostgreSQL's function that waits until a standby has a commit, as it names itself in a notice in every language. When the wait is
 * cut (pg_cancel_backend), PostgreSQL says so in a warning and reports success. What was written is there then, for all to see, but may
 * be gone after the next failover: nobody is to be told that it succeeded (D90).
 */
const standbyWait = 'SyncRepWaitForLSN';

/** SQLSTATE of a write on a standby, or on a database that an operator protects. */
const readOnly = '25006';

/** A connection in use. One that has not answered in time is destroyed, and every later statement on it fails. */
export type Connection = {
  query: (config: QueryConfig, limitMs?: number) => Promise<QueryResult>;
  release: (destroy?: boolean) => void;
};

/** Is told of each answer, a refusal too, how long it took and how long it might have. */
export type OnAnswer = (text: string, tookMs: number, limitMs: number) => void;

/**
 * Takes connections out of the pool. When one has not answered in time, others that have not answered since its statement was
 * sent are suspected of the same fate and destroyed instead of used.
 */
export function createCheckout(pool: Pool, onAnswer: OnAnswer): () => Promise<Connection> {
  const answeredAt = new WeakMap<PoolClient, number>();
  const withCutWait = new WeakSet<PoolClient>();
  /** They end when they are released. The pool itself notices a destroyed socket only a moment later, and would lend it again. */
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
      // the primary that this connection leads to may have become a standby
      if (error instanceof Error && 'code' in error && error.code === readOnly) destroy(client);
      if (isSchemaChange(error)) {
        // this connection's others may be stale as well, and so may those of connections that have been idle since
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
 * Whether the schema has changed while the statement ran, or since it was prepared: another release migrates (D92). It has done nothing;
 * run again, or prepared again, it works. By codes and names, as messages come in the server's language.
 */
export function isSchemaChange(error: unknown): boolean {
  if (!(error instanceof Error && 'code' in error && 'routine' in error)) return false;
  const { code, routine } = error;
  // a prepared statement's columns; a function's rows; a view, function or trigger that is another one now
  return (code === '0A000' && routine === 'RevalidateCachedQuery') || code === '42804' || code === 'XX000';
}

/** Destroys the socket: `end` would first send a message and wait for its answer. */
function destroySocket(client: PoolClient): void {
  client.connection.stream.destroy();
}
