import { sql } from 'kysely';
import type { Fault } from '../consistency.ts';
import type { Db } from '../database.ts';
import type { Bucket } from '../schema.ts';
import type { FileColumn } from './file-columns.ts';
import { photoNames, rowPath } from './paths.ts';
import type { FileStore } from './store.ts';

type Row = { bucket: Bucket; path: string; bytes: number };

const buckets: Bucket[] = ['avatars', 'posts'];
const pageSize = 500;
const atOnce = 16;
const maxNamed = 5;
/** The nightly sweep removes what has no row for a day. */
const leftMs = 48 * 60 * 60 * 1000;

/**
 * Compares files with rows, in both directions, while people upload and delete: what seems wrong is looked at again.
 * @param db the pool: each look sees what is there then
 */
export async function findFileFaults(db: Db, files: FileStore, fileColumns: FileColumn[]): Promise<Fault[]> {
  return [
    await rowsNamingNoFile(db, fileColumns),
    ...(await rowsWithoutFile(db, files)),
    await filesWithoutRow(db, files),
  ].filter(({ count }) => count > 0);
}

async function rowsNamingNoFile(db: Db, fileColumns: FileColumn[]): Promise<Fault> {
  const named = fileColumns.map(({ table, column, isArray, where = sql<boolean>`true` }) => {
    const path = isArray ? sql`unnest(${sql.ref(column)})` : sql`split_part(${sql.ref(column)}, '?', 1)`;
    return sql`select ${path} as path from ${sql.table(table)} where ${where}`;
  });
  const { rows } = await sql<{ path: string }>`
    select distinct path from (${sql.join(named, sql` union all `)}) as named
    where path <> '' and not exists (select from files where files.path = named.path) order by path`.execute(db);
  return faultOf(
    'rows that show a picture of which there is no record',
    rows.map(({ path }) => path),
  );
}

async function rowsWithoutFile(db: Db, files: FileStore): Promise<Fault[]> {
  const missing: string[] = [];
  const otherSize: string[] = [];
  const isStillThere = async ({ bucket, path, bytes }: Row) =>
    (
      await db
        .selectFrom('files')
        .select('bytes')
        .where('bucket', '=', bucket)
        .where('path', '=', path)
        .executeTakeFirst()
    )?.bytes === bytes;
  for (const bucket of buckets) {
    for await (const rows of pages(db, bucket)) {
      for (let at = 0; at < rows.length; at += atOnce) {
        const looked = rows.slice(at, at + atOnce).map(async (row) => {
          const sizes = await sizesOf(files, row);
          if (sizes.bytes === row.bytes && sizes.isThere) return;
          if (await isStillThere(row)) (sizes.isThere ? otherSize : missing).push(`${bucket}/${row.path}`);
        });
        await Promise.all(looked);
      }
    }
  }
  return [
    faultOf('files that are not where they are stored', missing),
    faultOf('files that have another size than when they were stored', otherSize),
  ];
}

async function sizesOf(files: FileStore, { bucket, path }: Row): Promise<{ isThere: boolean; bytes: number }> {
  const found = await Promise.all(
    photoNames(path).map(async (name) => ({ name, file: await files.find(bucket, name) })),
  );
  return {
    isThere: found.some(({ name, file }) => name === path && file),
    bytes: found.reduce((sum, { file }) => sum + (file?.bytes ?? 0), 0),
  };
}

async function* pages(db: Db, bucket: Bucket): AsyncGenerator<Row[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('files')
      .select(['bucket', 'path', 'bytes'])
      .where('bucket', '=', bucket)
      .where('path', '>', after)
      .orderBy('path')
      .limit(pageSize)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.path;
  }
}

async function filesWithoutRow(db: Db, files: FileStore): Promise<Fault> {
  const left: string[] = [];
  const before = Date.now() - leftMs;
  for (const bucket of buckets) {
    for await (const names of files.list(bucket)) {
      const paths = [...new Set(names.map(rowPath))];
      const rows = await db
        .selectFrom('files')
        .select('path')
        .where('bucket', '=', bucket)
        .where('path', '=', sql<string>`any(${paths}::text[])`)
        .execute();
      const known = new Set(rows.map(({ path }) => path));
      for (const name of names.filter((one) => !known.has(rowPath(one)))) {
        const file = await files.find(bucket, name);
        if (file && file.modifiedAt.getTime() < before) left.push(`${bucket}/${name}`);
      }
    }
  }
  return faultOf('files that no row knows, and that the nightly sweep has left', left);
}

const faultOf = (wrong: string, found: string[]): Fault => ({
  wrong,
  count: found.length,
  keys: found.toSorted().slice(0, maxNamed),
});
