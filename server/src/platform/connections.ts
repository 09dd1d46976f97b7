import type { Pool, PoolClient, QueryConfig, QueryResult } from 'pg';
import { startTimeout } from './timeout.ts';

/**
 * How long PostgreSQL may take to answer a statement. A proxy or router that has forgotten a connection drops what is sent over
 * it without a word, and TCP itself notices after a quarter of an hour.
 */
export const answerTimeoutMs = 8_000;

/** After so much silence PostgreSQL closes a connection: a living pool or listener uses its connections more often. */
export const idleSession = '-c idle_session_timeout=60000';

/** Of every connection, pooled or not; the last two concern pools. */
export const connecting = {
  options: idleSession,
  connectionTimeoutMillis: 5_000,
  // routers forget quiet connections, and a server that is gone is noticed
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  idleTimeoutMillis: 10_000,
  maxLifetimeSeconds: 30 * 60,
};

/** For connections that a library opens by itself: pg abandons a late statement, and the library ends the connection. */
export const connectingAlone = { ...connecting, query_timeout: answerTimeoutMs };

/** A connection in use. One that has not answered in time is destroyed, and every later statement on it fails. */
export type Connection = {
  query: (config: QueryConfig, limitMs?: number) => Promise<QueryResult>;
  release: (destroy?: boolean) => void;
};

/**
 * Takes connections out of the pool. When one has not answered in time, others that have not answered since its statement was
 * sent are suspected of the same fate and destroyed instead of used.
 */
export function createCheckout(pool: Pool): () => Promise<Connection> {
  const answeredAt = new WeakMap<PoolClient, number>();
  let suspectBefore = 0;
  const answered = (client: PoolClient) => answeredAt.set(client, performance.now());
  pool.on('connect', answered);

  async function takeTrusted(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if ((answeredAt.get(client) ?? 0) >= suspectBefore) return client;
      destroy(client);
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
      return await client.query(config);
    } catch (error) {
      if (!waiting.isOver()) throw error;
      throw new Error(`Connection terminated: no answer in ${limitMs / 1_000} s`, { cause: error });
    } finally {
      waiting.cancel();
      if (!waiting.isOver()) answered(client);
    }
  }

  return async () => {
    const client = await takeTrusted();
    return {
      query: (config, limitMs = answerTimeoutMs) => query(client, config, limitMs),
      release: (isDestroyed) => client.release(isDestroyed),
    };
  };
}

/** Destroys the socket: `end` would first send a message and wait for its answer. */
function destroy(client: PoolClient): void {
  client.connection.stream.destroy();
}
