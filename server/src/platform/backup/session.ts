import { Kysely, PostgresDialect } from 'kysely';
import type { PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { connecting } from '../connections.ts';
import type { Db } from '../database.ts';

/** One connection for statements that may take hours, as `client` for COPY and as `db` for everything else. */
export type Session = { client: pg.Client; db: Db; close: () => Promise<void> };

const settings = [
  'timezone=UTC',
  'datestyle=ISO',
  'statement_timeout=0',
  // while files are read or written the transaction has nothing to do
  'idle_in_transaction_session_timeout=0',
  'idle_session_timeout=0',
  'jit=off',
  // what is written next, elsewhere, relies on a mark that has to survive a crash of the server
  'synchronous_commit=on',
];

export async function openSession(url: string): Promise<Session> {
  const { connectionTimeoutMillis, keepAlive, keepAliveInitialDelayMillis } = connecting;
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis,
    keepAlive,
    keepAliveInitialDelayMillis,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
    application_name: 'lapau backup',
  });
  client.on('error', () => {}); // the statement under way, or the next one, reports it
  await client.connect();
  const connection: PostgresPoolClient = { query: client.query.bind(client), release: () => {} };
  const dialect = new PostgresDialect({
    pool: { options: {}, connect: async () => connection, end: async () => {} },
  });
  return { client, db: new Kysely({ dialect }), close: () => client.end() };
}
