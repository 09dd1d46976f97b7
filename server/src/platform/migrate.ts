import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { advisoryKey, allowSlowStatements, takeAdvisoryLock } from './database.ts';
import type { Db, DbTransaction } from './database.ts';
import { appliedMigrations, openEarlier } from './migrate-earlier.ts';
import { programFolder } from './program-folder.ts';
import { StartRefused } from './start-refused.ts';

const folder = path.join(programFolder, 'server/src/migrations');

/**
 * Brings the schema up to date, in one transaction and under a lock: processes that start together wait for the first.
 * Tables change forward only, by the numbered files. Views, functions and triggers (`repeatable/`) are made anew whenever a
 * table or their text changes, so that a numbered file sees tables only, in a new database as in an old one.
 * @throws StartRefused when the server is older than PostgreSQL 15, or the schema newer than this program or too old for it.
 */
export async function migrate(db: Db): Promise<void> {
  await refuseOldServer(db);
  await refuseUnfinishedRestore(db);
  await db.transaction().execute(async (tx) => {
    // with a call's limit a migration of a large table would fail at every start
    await allowSlowStatements(tx);
    await takeAdvisoryLock(tx, lockKind);
    await migrateInside(tx);
  });
}

const lockKind = 'migrations';

/** What `migrate` does, in a transaction that a restore has filled. */
export async function migrateInside(tx: DbTransaction): Promise<void> {
  const names = await knownMigrations();
  const repeatable = await readRepeatable(names);
  await openEarlier(tx, folder, names);
  await refuseNewerSchema(tx, names);
  const made = await madeRepeatable(tx);
  const pending = (await migratorOf(tx, names).getMigrations()).some(({ executedAt }) => !executedAt);
  if (!pending && made === repeatable) return;

  await sql.raw(dropOf(made)).execute(tx);
  await makeTables(tx, names);
  await sql.raw(repeatable).execute(tx);
  await sql`delete from schema_migrations_repeatable`.execute(tx);
  await sql`insert into schema_migrations_repeatable values (${repeatable})`.execute(tx);
}

/** Applies those of the named migrations that the database does not have: tables only, without views, functions and triggers. */
export async function makeTables(tx: DbTransaction, names: string[]): Promise<void> {
  const { error } = await migratorOf(tx, names).migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
}

const migratorOf = (tx: DbTransaction, names: string[]) =>
  new Migrator({
    db: tx,
    provider: {
      getMigrations: async () => Object.fromEntries(names.map((name) => [name, { up: () => applyFile(tx, name) }])),
    },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  });

/** The names of this program's migrations, in their order. */
export async function knownMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return files.map((file) => path.basename(file, '.sql'));
}

/** Runs `use` while no migration runs. @param db of a single connection, which holds the lock */
export async function keepSchema<Result>(db: Db, use: () => Promise<Result>): Promise<Result> {
  await sql`select pg_advisory_lock_shared(${advisoryKey(lockKind)})`.execute(db);
  try {
    return await use();
  } finally {
    await sql`select pg_advisory_unlock_shared(${advisoryKey(lockKind)})`.execute(db);
  }
}

/** What a restore makes first and drops last: with it the rest is incomplete, or about to be. */
export const restoreMark = 'unfinished_restore';

export async function hasRestoreMark(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${restoreMark}) is not null as found`.execute(db);
  return rows[0]?.found === true;
}

/** @throws StartRefused when the schema is not the one of this program */
export async function ensureMigrated(db: Db): Promise<void> {
  const applied = await appliedMigrations(db);
  if ((await knownMigrations()).join() === applied.join()) return;
  throw new StartRefused(
    applied.length === 0
      ? 'There is no Lapau in the database.'
      : 'The database is of another version of Lapau. Start this one with it first: "lapau start".',
  );
}

async function refuseUnfinishedRestore(db: Db): Promise<void> {
  if (!(await hasRestoreMark(db))) return;
  throw new StartRefused(
    'A restore into this database has not ended. If "lapau restore" still runs, wait for it; if it was interrupted, run it again.',
  );
}

const applyFile = async (tx: DbTransaction, name: string): Promise<void> => {
  await sql.raw(await readFile(path.join(folder, `${name}.sql`), 'utf8')).execute(tx);
};

/** All of `repeatable/`, in the order in which the features' first tables are made: a trigger may call a function of an earlier one. */
async function readRepeatable(names: string[]): Promise<string> {
  const features = names.map((name) => name.split('_')[1]);
  const files = await readdir(path.join(folder, 'repeatable'));
  const position = (file: string) => {
    const first = features.indexOf(path.basename(file, '.sql'));
    return first === -1 ? features.length : first;
  };
  const ordered = files.toSorted((one, other) => position(one) - position(other));
  const texts = ordered.map((file) => readFile(path.join(folder, 'repeatable', file), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

/** The text by which the present views, functions and triggers were made, empty in a new database. */
async function madeRepeatable(tx: DbTransaction): Promise<string> {
  const exists = sql<{ found: boolean }>`select to_regclass('schema_migrations_repeatable') is not null as found`;
  if (!(await exists.execute(tx)).rows[0]?.found) {
    await sql`create table schema_migrations_repeatable (made text not null)`.execute(tx);
  }
  const { rows } = await sql<{ made: string }>`select made from schema_migrations_repeatable`.execute(tx);
  return rows[0]?.made ?? '';
}

/** The statements that drop what a text creates. Views go at once, and so do functions, as they use one another. */
function dropOf(text: string): string {
  const triggers = [...text.matchAll(/^create (?:or replace )?trigger (\w+)[^;]*?\son (\w+)/gm)].map(
    ([, name, table]) => `drop trigger if exists ${name} on ${table}`,
  );
  const drops = ['view', 'function'].flatMap((kind) => {
    const names = [...text.matchAll(new RegExp(String.raw`^create (?:or replace )?${kind} (\w+)`, 'gm'))].map(
      ([, name]) => name,
    );
    return names.length > 0 ? [`drop ${kind} if exists ${names.join(', ')}`] : [];
  });
  return [...triggers, ...drops, 'select'].join(';\n');
}

/** @throws StartRefused */
export async function refuseOldServer(db: Db): Promise<void> {
  const version = sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`;
  const row = (await version.execute(db)).rows[0];
  const refusal = row && refusalOf(row);
  if (refusal) throw new StartRefused(refusal);
}

/** The text for the operator when a PostgreSQL server is too old, or undefined. @param server.number as server_version_num */
export const refusalOf = (server: { number: number; name: string }): string | undefined =>
  server.number < 150_000 ? `Lapau needs PostgreSQL 15 or newer; this server is ${server.name}.` : undefined;

async function refuseNewerSchema(tx: DbTransaction, known: string[]): Promise<void> {
  const unknown = (await appliedMigrations(tx)).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartRefused(
      `This database was made by a newer Lapau (it has ${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
  }
}
