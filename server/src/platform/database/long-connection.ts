import { Kysely } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { connecting } from './connections.ts';
import type { Db } from './database.ts';
import { Dialect } from './dialect.ts';
import { sessionOf } from './session-settings.ts';

/** One connection for statements that may take hours, as `client` for COPY and as `db` for everything else. */
export type LongConnection = { client: pg.Client; db: Db; close: () => Promise<void> };

const settings = {
  statement_timeout: 0,
  // The transaction idles while files are read or written.
  idle_in_transaction_session_timeout: 0,
  idle_session_timeout: 0,
};

export async function openLongConnection(url: string): Promise<LongConnection> {
  const { connectionTimeoutMillis, keepAlive, keepAliveInitialDelayMillis } = connecting;
  const session = sessionOf(url, 'lapau backup', settings);
  const client = new pg.Client({ ...session, connectionTimeoutMillis, keepAlive, keepAliveInitialDelayMillis });
  client.on('error', () => {}); // the statement under way, or the next one, reports the error
  try {
    await client.connect();
    await session.onConnect(client);
  } catch (error) {
    void client.end();
    throw error;
  }
  const connection: PostgresPoolClient = { query: client.query.bind(client), release: () => {} };
  const dialect = new Dialect({
    pool: { options: {}, connect: async () => connection, end: async () => {} },
  });
  return { client, db: new Kysely({ dialect }), close: () => client.end() };
}
