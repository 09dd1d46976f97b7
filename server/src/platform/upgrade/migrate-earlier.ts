import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Db, DbTransaction } from '../database/database.ts';
import { StartRefused } from '../errors/start-refused.ts';

/** The files from 0200 up to this one make the schema that the last of the earlier migrations, before 0200, had made. */
const firstChange = '0300';

/**
 * Upgrades a database from before the migrations began anew with 0200: brings it to the state of the last earlier migration, and notes
 * those from 0200 on as applied. Each file of `earlier/` is named after the migration up to which a database may be, and brings it to
 * the next. This and the folder may be deleted once every place has started a version that has them.
 * @throws StartRefused when it is in another state than one of these
 */
export async function openEarlier(tx: DbTransaction, folder: string, names: string[]): Promise<void> {
  const newest = (await appliedMigrations(tx)).at(-1);
  if (newest === undefined || newest >= '0200') return;
  const steps = (await readdir(path.join(folder, 'earlier'))).toSorted();
  const from = steps.indexOf(`${newest}.sql`);
  if (from === -1)
    throw new StartRefused(
      `This database was last opened by a Lapau that is too old (its newest migration is ${newest}). Start the version whose ` +
        `newest migration is ${path.basename(steps.at(-1) ?? '', '.sql')} with it once, then this one.`,
    );
  for (const step of steps.slice(from))
    await sql.raw(await readFile(path.join(folder, 'earlier', step), 'utf8')).execute(tx);
  const timestamp = new Date().toISOString();
  await sql`delete from schema_migrations`.execute(tx);
  for (const name of names.filter((one) => one < firstChange))
    await sql`insert into schema_migrations (name, timestamp) values (${name}, ${timestamp})`.execute(tx);
}

/** Names of the migrations that this database has, in their order. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  const exists = sql<{ found: boolean }>`select to_regclass('schema_migrations') is not null as found`;
  if (!(await exists.execute(db)).rows[0]?.found) return [];
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
  return rows.map(({ name }) => name);
}
