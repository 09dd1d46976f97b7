import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { advisoryKey, allowSlowStatements, takeAdvisoryLock } from '../database/database.ts';
import type { Db, DbTransaction } from '../database/database.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { programFolder, programVersion } from '../process/program-folder.ts';
import { refuseUnusable } from './marks.ts';
import { appliedMigrations, openEarlier } from './migrate-earlier.ts';
import { refuseDatabase } from './refuse-database.ts';

/** A release, as far as the database is concerned. */
type Release = { folder: string; version: string };
const thisRelease: Release = { folder: path.join(programFolder, 'server/src/migrations'), version: programVersion };

/**
 * Brings the schema up to date, in one transaction and under a lock: processes that start together wait for the first. Tables change
 * forward only, by the numbered files. Views, functions and triggers (`repeatable/`) are made anew whenever a table or their text
 * changes, so that a numbered file sees tables only, in a new database as in an old one. A schema that a newer release has made is
 * left as it is, if that release says that this one runs on it (D92).
 * @param release another one than this, for tests
 * @throws StartRefused when Lapau cannot use the database (refuseDatabase), its schema is too new or too old for this program, a
 *   restore or move into it has not ended, or it was moved elsewhere
 */
export async function migrate(db: Db, release = thisRelease): Promise<void> {
  await refuseDatabase(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(async (tx) => {
        // Within a call's limit a migration of a large table would fail at every start.
        await allowSlowStatements(tx);
        await takeAdvisoryLock(tx, lockKind);
        await refuseUnusable(tx);
        await sql.raw(`set local lock_timeout = ${lockMs}`).execute(tx);
        await migrateInside(tx, release);
      });
    } catch (error) {
      if (attempt === attempts || !isInTheWay(error)) throw error;
      await delay(lockMs * Math.random());
    }
  }
}

/** How long a migration waits for a table that others use. They wait for it meanwhile, so it then lets them go on and tries again. */
const lockMs = 500;
const attempts = 60;

/** Whether a lock could not be had in time, or there was a deadlock. */
const isInTheWay = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === '55P03' || error.code === '40P01');

const lockKind = 'migrations';

/** Migrates in an open transaction, such as one that a restore has filled. */
export async function migrateInside(tx: DbTransaction, release = thisRelease): Promise<void> {
  const names = await knownMigrations(release);
  const repeatable = await readRepeatable(names, release);
  await openEarlier(tx, release.folder, names);
  await makeRepeatableTable(tx);
  const { made, version } = await readMade(tx);
  const applied = await appliedMigrations(tx);
  const unknown = applied.filter((name) => !names.includes(name));
  const pending = names.some((name) => !applied.includes(name));
  if (unknown.length > 0) {
    if (await runsOnNewer(tx, release)) return;
    throw new StartRefused(
      `This database was made by a newer Lapau (it has ${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
  }
  // If two releases with the same tables run side by side, a restart of the older one leaves the views of the newer one.
  if (!pending && (made === repeatable || isNewerVersion(version, release.version))) return;

  await lockTables(tx, namesOf('view', made));
  await sql.raw(dropOf(made)).execute(tx);
  await makeTables(tx, names, release);
  await sql.raw(repeatable).execute(tx);
  await sql`delete from schema_migrations_repeatable`.execute(tx);
  await sql`insert into schema_migrations_repeatable (made, version, newest, runs_with)
    values (${repeatable}, ${release.version}, ${names.at(-1)}, ${await oldestThatRuns(names, release)})`.execute(tx);
}

/** The tables whose rows transactions lock first (ARCHITECTURE.md, Lock order). */
const writtenFirst = ['profiles', 'warungs', 'conversations', 'posts'];
/** The view that most statements begin with. Locking a view locks its tables in the order in which a statement does. */
const readFirst = ['feed_posts'];

/**
 * Locks all tables and the views, because processes of the release before use them: first against writers, in the order in which they
 * lock, and then against readers, who use the same tables in another order.
 */
async function lockTables(tx: DbTransaction, views: string[]): Promise<void> {
  await lockAll(tx, 'exclusive', [], writtenFirst);
  await lockAll(tx, 'access exclusive', views, readFirst);
}

async function lockAll(tx: DbTransaction, mode: string, views: string[], first: string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where (relkind in ('r', 'p') or relkind = 'v' and relname = any(${views}))
      and relnamespace = (select relnamespace from pg_class where oid = to_regclass('schema_migrations'))
    order by array_position(${first}::text[], relname::text), relname`.execute(tx);
  for (const { name } of rows) await sql.raw(`lock table ${name} in ${mode} mode`).execute(tx);
}

/**
 * Finds the newest migration that a release has to know to run on this schema. Each file says so by its line `-- runs with: 0320`; a
 * file without it is only for releases that know the file itself.
 */
async function oldestThatRuns(names: string[], { folder }: Release): Promise<string> {
  const marks = names.map(async (name) => {
    const text = await readFile(path.join(folder, `${name}.sql`), 'utf8');
    return /^-- runs with: (\d{4})$/m.exec(text)?.[1] ?? name.slice(0, 4);
  });
  return (await Promise.all(marks)).toSorted().at(-1) ?? '';
}

/** Compares migrations by their numbers. */
const isOrLater = (name: string, number: string | null): boolean => number !== null && name.slice(0, 4) >= number;

const isNewerVersion = (version: string | null, than: string): boolean =>
  version !== null && version.localeCompare(than, 'en', { numeric: true }) > 0;

/** Applies those of the named migrations that the database does not have: tables only, without views, functions and triggers. */
export async function makeTables(tx: DbTransaction, names: string[], release = thisRelease): Promise<void> {
  const { error } = await migratorOf(tx, names, release).migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
}

const migratorOf = (tx: DbTransaction, names: string[], { folder }: Release) =>
  new Migrator({
    db: tx,
    provider: {
      getMigrations: async () =>
        Object.fromEntries(names.map((name) => [name, { up: () => applyFile(tx, path.join(folder, `${name}.sql`)) }])),
    },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  });

/** The names of this program's migrations, in their order. */
export async function knownMigrations({ folder } = thisRelease): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  return files.map((file) => path.basename(file, '.sql'));
}

/** Runs `use` while no migration runs. @param db a database of a single connection, which holds the lock */
export async function keepSchema<Result>(db: Db, use: () => Promise<Result>): Promise<Result> {
  await sql`select pg_advisory_lock_shared(${advisoryKey(lockKind)})`.execute(db);
  // After an error nothing is unlocked, as that could fail and hide the error: the connection is not used any more, and its
  // end unlocks.
  const result = await use();
  await sql`select pg_advisory_unlock_shared(${advisoryKey(lockKind)})`.execute(db);
  return result;
}

/** Whether a newer release has made the schema, and says that this one runs on it (D92). */
export async function runsOnNewer(db: Db, release = thisRelease): Promise<boolean> {
  const [names, applied] = [await knownMigrations(release), await appliedMigrations(db)];
  const unknown = applied.filter((name) => !names.includes(name));
  const { newest, runsWith } = await readMade(db);
  const isNamed = unknown.length > 0 && unknown.every((name) => newest !== null && name <= newest);
  return isNamed && names.every((name) => applied.includes(name)) && isOrLater(names.at(-1) ?? '', runsWith);
}

/** @throws StartRefused when the schema is neither the one of this program nor one that it runs on */
export async function ensureMigrated(db: Db): Promise<void> {
  const applied = await appliedMigrations(db);
  if ((await knownMigrations()).join() === applied.join() || (await runsOnNewer(db))) return;
  throw new StartRefused(
    applied.length === 0
      ? 'There is no Lapau in the database.'
      : 'The database is of another version of Lapau. Start this one with it first: "lapau start".',
  );
}

const applyFile = async (tx: DbTransaction, file: string): Promise<void> => {
  await sql.raw(await readFile(file, 'utf8')).execute(tx);
};

/**
 * Reads all files of `repeatable/`, in the order in which the features' first tables are made: a trigger may call a function of an
 * earlier feature.
 */
async function readRepeatable(names: string[], { folder }: Release): Promise<string> {
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

type Made = { made: string; version: string | null; newest: string | null; runsWith: string | null };

/** Reads the text that made the present views, functions and triggers, and its release; empty in a new database. */
async function readMade(db: Db): Promise<Made> {
  if (!(await findMadeColumns(db)).includes('runs_with'))
    return { made: '', version: null, newest: null, runsWith: null };
  const { rows } = await sql<Made>`
    select made, version, newest, runs_with as "runsWith" from schema_migrations_repeatable`.execute(db);
  return rows[0] ?? { made: '', version: null, newest: null, runsWith: null };
}

async function findMadeColumns(db: Db): Promise<string[]> {
  const columns = sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = to_regclass('schema_migrations_repeatable') and attnum > 0`;
  return (await columns.execute(db)).rows.map(({ name }) => name);
}

/**
 * Makes the table, or adds the columns that it did not have in earlier releases. It looks first, because each start would otherwise
 * wait for a lock on the table.
 */
async function makeRepeatableTable(tx: DbTransaction): Promise<void> {
  const existing = await findMadeColumns(tx);
  if (existing.length === 0)
    await sql`create table schema_migrations_repeatable (made text not null, version text, newest text, runs_with text)`.execute(
      tx,
    );
  else if (!existing.includes('runs_with'))
    await sql`alter table schema_migrations_repeatable add version text, add newest text, add runs_with text`.execute(
      tx,
    );
}

/** The names of the views, or of the functions, that a text creates. */
const namesOf = (kind: string, text: string): string[] =>
  [...text.matchAll(new RegExp(String.raw`^create (?:or replace )?${kind} (\w+)`, 'gm'))].map(([, name = '']) => name);

/**
 * The statements that drop what a text creates. All views are dropped in one statement, and so are all functions, as they use one
 * another.
 */
function dropOf(text: string): string {
  const triggers = [...text.matchAll(/^create (?:or replace )?trigger (\w+)[^;]*?\son (\w+)/gm)].map(
    ([, name, table]) => `drop trigger if exists ${name} on ${table}`,
  );
  const drops = ['view', 'function'].flatMap((kind) => {
    const names = namesOf(kind, text);
    return names.length > 0 ? [`drop ${kind} if exists ${names.join(', ')}`] : [];
  });
  return [...triggers, ...drops, 'select'].join(';\n');
}
