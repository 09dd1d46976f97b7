import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { allowSlowStatements } from './database.ts';
import type { Db } from './database.ts';
import { StartRefused } from './start-refused.ts';

const folder = path.join(import.meta.dirname, '../migrations');

/**
 * Migrates the schema, under a lock: processes that start together wait for the first. Forward only; each
 * migration is one .sql file, applied in one transaction with the others.
 * @throws StartRefused when the server is older than PostgreSQL 15 or the schema is newer than this program.
 */
export async function migrate(db: Db): Promise<void> {
  await refuseOldServer(db);
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
  const migrations = Object.fromEntries(
    files.map((file) => [path.basename(file, '.sql'), { up: (on: Db) => apply(on, path.join(folder, file)) }]),
  );
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableName: 'schema_migrations',
    migrationLockTableName: 'schema_migrations_lock',
  });
  await refuseNewerSchema(db, Object.keys(migrations));
  const { error } = await migrator.migrateToLatest();
  if (error) throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
}

async function apply(db: Db, file: string): Promise<void> {
  // with a call's limit a migration of a large table would fail at every start
  await allowSlowStatements(db);
  await sql.raw(await readFile(file, 'utf8')).execute(db);
}

async function refuseOldServer(db: Db): Promise<void> {
  const version = sql<{ number: number; name: string }>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`;
  const row = (await version.execute(db)).rows[0];
  const refusal = row && refusalOf(row);
  if (refusal) throw new StartRefused(refusal);
}

/** The text for the operator when a PostgreSQL server is too old, or undefined. @param server.number as server_version_num */
export const refusalOf = (server: { number: number; name: string }): string | undefined =>
  server.number < 150_000 ? `Lapau needs PostgreSQL 15 or newer; this server is ${server.name}.` : undefined;

async function refuseNewerSchema(db: Db, known: string[]): Promise<void> {
  const exists = sql<{ found: boolean }>`select to_regclass('schema_migrations') is not null as found`;
  if (!(await exists.execute(db)).rows[0]?.found) return;
  const applied = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  const unknown = applied.rows.map((row) => row.name).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new StartRefused(
      `This database was made by a newer Lapau (it has ${unknown.join(', ')}). Start that version, or restore a backup.`,
    );
  }
}
