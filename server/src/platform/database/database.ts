import { CompiledQuery, Kysely, sql } from 'kysely';
import type { PostgresPool, PostgresPoolClient, Transaction } from 'kysely';
import { Pool, types } from 'pg';
import type { QueryConfig } from 'pg';
import type { Log } from '../log/log.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { answerTimeoutMs, connecting, createCheckout, isSchemaChange } from './connections.ts';
import type { Connection } from './connections.ts';
import { Dialect } from './dialect.ts';
import { watchNotifyQueue } from './notify-queue.ts';
import type { SharedViews } from './schema-views.ts';
import type { Schema } from './schema.ts';
import { sessionOf } from './session-settings.ts';
import { watchStatements } from './slow-statements.ts';

/** What a query function runs on: the pool or a transaction. */
export type Db = Kysely<Schema & SharedViews>;
export type DbTransaction = Transaction<Schema & SharedViews>;

export type Database = {
  db: Db;
  pool: Pool;
  /** Runs a statement on any connection, prepared. */
  query: <Row>(text: string, values: unknown[]) => Promise<Row[]>;
  /** Queries with a plan for these very values: a search term decides which index is worth it. */
  queryPlanned: <Row>(text: string, values: unknown[]) => Promise<Row[]>;
  close: () => Promise<void>;
};

// Counts of the type bigint fit in a number here, and dates stay 'YYYY-MM-DD'.
types.setTypeParser(types.builtins.INT8, Number);
types.setTypeParser(types.builtins.DATE, (value) => value);

/** Opens the pool. A lost idle connection is logged and replaced, never thrown. */
export function openDatabase(url: string, log: Log, size = 10, metrics = createMetrics()): Database {
  const pool = new Pool({ ...connecting, ...sessionOf(url, 'lapau'), max: size });
  // While a client is checked out the pool does not listen for its errors, and an unhandled one ends the process. The
  // client's user notices all the same: its statement fails, and so does every later one.
  pool.on('connect', (client) => client.on('error', ignoreError));
  // Only the message is logged, as the error has the whole client, its cancel key included.
  pool.on('error', ({ message }) => log.warn({ reason: message }, 'idle database connection lost'));
  const checkOut = createCheckout(pool, watchStatements(log, metrics));
  const queryOnce = async <Row>(config: QueryConfig) => {
    const connection = await checkOut();
    try {
      return (await connection.query(config)).rows as Row[];
    } finally {
      connection.release();
    }
  };
  const query: Database['query'] = (text, values) => queryOnce(prepared(text, values));
  watchNotifyQueue(pool, query, log);
  const db = new Kysely<Schema & SharedViews>({ dialect: new Dialect({ pool: preparingPool(pool, checkOut) }) });
  return {
    db,
    pool,
    query,
    queryPlanned: <Row>(text: string, values: unknown[]) => queryOnce<Row>({ text, values }),
    close: () => db.destroy(),
  };
}

const ignoreError = () => {};

/** Gives Kysely a pool that prepares its statements too: Kysely has no setting for that. */
const preparingPool = (pool: Pool, checkOut: () => Promise<Connection>): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const connection = await checkOut();
    let limitMs = answerTimeoutMs;
    const query = (text: string, values: readonly unknown[]) => {
      if (text === allowSlow) limitMs = slowTimeoutMs;
      return connection.query(prepared(text, values), limitMs);
    };
    return {
      // The type lacks the overload for the cursor of a streamed query; nothing streams.
      query: query as unknown as PostgresPoolClient['query'],
      release: connection.release,
    };
  },
  end: () => pool.end(),
});

const slowTimeoutMs = 60 * 60_000;
const allowSlow = `set local statement_timeout = ${slowTimeoutMs}`;

/** Lets this transaction's statements take longer than a call may: for migrations, and jobs that delete a lot. */
export const allowSlowStatements = (db: Db): Promise<unknown> => sql.raw(allowSlow).execute(db);

const maxPrepared = 1_000;
const statementNames = new Map<string, string>();

/**
 * Names a statement, so that each connection parses and plans it once: for a short one that takes longer than running it. Each text
 * has one name, and there are as many as the program has statements; should lists of varying length make more, those beyond the bound
 * run without a name. Texts without parameters do too: a migration is several statements in one text, which cannot be prepared.
 */
function prepared(text: string, values: readonly unknown[]): QueryConfig {
  return values.length === 0 ? { text } : { name: statementName(text), text, values: [...values] };
}

function statementName(text: string): string | undefined {
  const existing = statementNames.get(text);
  if (existing !== undefined || statementNames.size >= maxPrepared) return existing;
  const name = `s${statementNames.size}`;
  statementNames.set(text, name);
  return name;
}

/**
 * The codes of a serialization failure, a deadlock, and two violations that do not come again when the transaction reads anew: of a
 * foreign key, when a row has been deleted between being read and being referred to, and of a unique index, when another transaction
 * has added a row after this one had looked for it. A rule that expects such a row answers with an AppError without the violation as
 * its cause.
 */
const retryableCodes = new Set<unknown>(['40001', '40P01', '23503', '23505']);

/**
 * Whether the same transaction, run again, may end otherwise. The error may also be the cause of a rule's own error.
 */
export const isRetryable = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && retryableCodes.has(error.code)) || isSchemaChange(error) || isRetryable(error.cause));

/** Tells who waited for whom, and at which row, if the error is a deadlock or has one as its cause; undefined otherwise. */
export function findDeadlock(error: unknown): { detail: unknown; where: unknown } | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!('code' in error) || error.code !== '40P01') return findDeadlock(error.cause);
  return { detail: 'detail' in error && error.detail, where: 'where' in error && error.where };
}

/** The unique index that refused a row, or undefined. Rules answer the violations they expect with an AppError. */
export const violatedUnique = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && error.code === '23505' && 'constraint' in error
    ? String(error.constraint)
    : undefined;

/** Whether the error is a foreign key violation: the row referred to does not exist, or has just been deleted. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23503';

/**
 * Takes an advisory lock until the transaction ends: one holder at a time across all processes, for what may have no row yet that
 * could be locked. Functions called `take…Lock` take one, those called `lock…` lock rows.
 * @param kind names what only one holder does at a time; two kinds never wait for each other
 * @param key names what it is done to
 */
export const takeAdvisoryLock = (db: DbTransaction, kind: string, key = ''): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${advisoryKey(kind, key)})`.execute(db);

/** Takes the lock of takeAdvisoryLock together with others who take it shared; whoever takes it alone waits for all of them. */
export const takeAdvisoryLockShared = (db: DbTransaction, kind: string, key = ''): Promise<unknown> =>
  sql`select pg_advisory_xact_lock_shared(${advisoryKey(kind, key)})`.execute(db);

/** The number that stands for a lock of that kind. */
export const advisoryKey = (kind: string, key = '') => sql<bigint>`hashtextextended(${`${kind} ${key}`}, 0)`;

/**
 * Has the transaction's commit wait for a standby where there is one, also when the transaction has written nothing. By itself
 * PostgreSQL would not wait then, yet the transaction may have read a commit whose wait was cut (connections.ts): a repeated write
 * that finds its row there would tell its sender that the row is safe (D90).
 */
export const awaitStandby = (db: DbTransaction): Promise<unknown> =>
  sql`
    select pg_logical_emit_message(true, ${'lapau'}, '')
    where pg_current_xact_id_if_assigned() is null and current_setting('synchronous_standby_names') <> ''`.execute(db);

/** Runs SQL text of another library (the job queue's) inside a transaction of ours. */
export const runRaw = (db: DbTransaction, text: string, values: unknown[] = []) =>
  db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
