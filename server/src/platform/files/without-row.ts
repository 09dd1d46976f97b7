import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import { rowPath } from './paths.ts';

/** Finds the stored names of a bucket that have no row in the database. */
export async function namesWithoutRow(db: Db, bucket: Bucket, names: string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', bucket)
    .where('path', '=', sql<string>`any(${[...new Set(names.map(rowPath))]}::text[])`)
    .execute();
  const withRow = new Set(rows.map((row) => row.path));
  return names.filter((name) => !withRow.has(rowPath(name)));
}
