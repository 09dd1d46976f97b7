import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely';
import type { Transaction } from 'kysely';
import { Pool, types } from 'pg';
import type { Log } from './log.ts';
import type { Schema } from './schema.ts';

/** What a query function runs on: the pool or a transaction. */
export type Db = Kysely<Schema>;
export type DbTransaction = Transaction<Schema>;

/** A statement that the server keeps prepared on each connection; for the hottest reads only. */
export type NamedStatement = { name: string; text: string };

export type Database = {
  db: Db;
  pool: Pool;
  /** Runs a named prepared statement on any connection. */
  named: <Row>(statement: NamedStatement, values: unknown[]) => Promise<Row[]>;
  close: () => Promise<void>;
};

// bigint counts fit in a number here; dates (day) stay 'YYYY-MM-DD'
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.DATE, (value) => value);

/** Opens the pool. A lost idle connection is logged and replaced, never thrown. */
export function openDatabase(url: string, log: Log, size = 10): Database {
  const pool = new Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 5_000,
    options: '-c timezone=UTC -c statement_timeout=15000 -c idle_in_transaction_session_timeout=30000',
    application_name: 'lapau',
  });
  // the error carries the whole client, its cancel key included
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'idle database connection lost'));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    pool,
    named: async <Row>(statement: NamedStatement, values: unknown[]) =>
      (await pool.query({ ...statement, values })).rows as Row[],
    close: () => db.destroy(),
  };
}

/** True for the errors after which the same transaction, run again, may succeed: serialization failure and deadlock. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01');

/** The unique index that refused a row, or undefined. Rules turn the ones they expect into an answer. */
export const violatedUnique = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error
    ? String(error.constraint)
    : undefined;

/** Holds the named advisory lock until the transaction ends: one at a time across all processes. */
export const lockUntilCommit = (db: DbTransaction, name: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(db);

/** Runs SQL text of another library (the job queue's) inside a transaction of ours. */
export const runRaw = (db: DbTransaction, text: string, values: unknown[] = []) =>
  db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
