import { sql } from 'kysely';
import type { Db } from '../database.ts';
import type { FileStore } from '../files/store.ts';
import { hasRestoreMark, restoreMark } from '../migrate.ts';
import type { Bucket } from '../schema.ts';
import { StartRefused } from '../start-refused.ts';
import { findContents } from './tables.ts';

const buckets: Bucket[] = ['avatars', 'posts'];

/**
 * Makes sure that nothing is in the target, marks it as unfinished, and keeps other restores out while this connection lives.
 * What an interrupted restore has left is removed.
 * @throws StartRefused when something is there
 */
export async function prepareTarget(db: Db, files: FileStore | undefined): Promise<void> {
  await refuseSecondRestore(db);
  const isUnfinished = await hasRestoreMark(db);
  if (isUnfinished) {
    await sql`drop schema if exists jobs cascade`.execute(db);
    if (files) await removeAll(files);
  }
  const contents = await findContents(db);
  if (contents.length > 0) throw notEmpty('database', contents);
  const stored = files ? await findSome(files) : [];
  if (stored.length > 0) throw notEmpty('place for files', stored);
  if (!isUnfinished) await sql.raw(`create table ${restoreMark} ()`).execute(db);
}

const notEmpty = (what: string, found: string[]): StartRefused =>
  new StartRefused(
    `The ${what} is not empty: it has ${found.slice(0, 3).join(', ')}${found.length > 3 ? ' …' : ''}. A restore never overwrites.\n` +
      'Give it a new LAPAU_DATA, or a new database by DATABASE_URL.',
  );

async function refuseSecondRestore(db: Db): Promise<void> {
  const { rows } = await sql<{ isFirst: boolean }>`
    select pg_try_advisory_lock(hashtextextended('restore', 0)) as "isFirst"`.execute(db);
  if (!rows[0]?.isFirst) throw new StartRefused('Another restore into this database is under way.');
}

async function findSome(files: FileStore): Promise<string[]> {
  for (const bucket of buckets) for await (const names of files.list(bucket)) if (names.length > 0) return names;
  return [];
}

async function removeAll(files: FileStore): Promise<void> {
  for (const bucket of buckets) for await (const names of files.list(bucket)) await files.remove(bucket, names);
}
