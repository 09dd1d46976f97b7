import { sql } from 'kysely';
import type { Fault } from '../database/consistency.ts';
import type { Db } from '../database/database.ts';
import type { Bucket, Checksums } from '../database/schema.ts';
import { isChanged } from './checksums.ts';
import type { FileColumn } from './file-columns.ts';
import { buckets, isOwner, photoNames } from './paths.ts';
import { takeFileLock } from './removal.ts';
import { ifLost } from './store.ts';
import type { FileStore } from './store.ts';
import { unusedFileMs } from './sweep.ts';
import { namesWithoutRow } from './without-row.ts';

type Row = { bucket: Bucket; path: string; bytes: number; sha256: Checksums | null };
/** What may be wrong with the files of a row. */
type Wrong = keyof typeof wrongs;

const pageSize = 500;
const atOnce = 16;
const maxNamed = 5;
/** Age at which a nightly sweep has removed every file without a row. */
const leftMs = unusedFileMs + 24 * 60 * 60 * 1000;

/**
 * Compares files with rows, in both directions. People may upload and delete meanwhile, so what seems wrong is looked at again.
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

const wrongs = {
  missing: 'files that are not where they are stored',
  otherSize: 'files that have another size than when they were stored',
  changed: 'files whose bytes have changed',
  lost: 'files that the disk cannot read any more',
};

async function rowsWithoutFile(db: Db, files: FileStore): Promise<Fault[]> {
  const found: Record<Wrong, string[]> = { missing: [], otherSize: [], changed: [], lost: [] };
  for (const bucket of buckets) {
    for await (const rows of pages(db, bucket)) {
      for (let at = 0; at < rows.length; at += atOnce) {
        const looked = rows.slice(at, at + atOnce).map(async (row) => {
          const wrong = (await compare(files, row)) && (await compareLocked(db, files, row));
          if (wrong) found[wrong].push(`${bucket}/${row.path}`);
        });
        await Promise.all(looked);
      }
    }
  }
  return (['missing', 'otherSize', 'changed', 'lost'] as const).map((wrong) => faultOf(wrongs[wrong], found[wrong]));
}

/** Compares the files of a row with the row, by their bytes if it has their checksums. */
async function compare(files: FileStore, { bucket, path, bytes, sha256 }: Row): Promise<Wrong | undefined> {
  const found = await Promise.all(
    photoNames(path).map(async (name) => {
      if (!sha256) return { name, bytes: (await files.find(bucket, name))?.bytes, changed: false, lost: false };
      const read = await files.read(bucket, name).catch((error: unknown) => {
        ifLost(error);
        return 'lost' as const;
      });
      if (read === 'lost') return { name, bytes: undefined, changed: false, lost: true };
      const content = read?.content;
      return {
        name,
        bytes: content?.length,
        changed: content !== undefined && isChanged(sha256, name, content),
        lost: false,
      };
    }),
  );
  if (found.some(({ lost }) => lost)) return 'lost';
  if (!found.some((file) => file.name === path && file.bytes !== undefined)) return 'missing';
  if (found.reduce((sum, file) => sum + (file.bytes ?? 0), 0) !== bytes) return 'otherSize';
  return found.some(({ changed }) => changed) ? 'changed' : undefined;
}

/** Compares once more, while no upload replaces the file and no removal takes it away. */
const compareLocked = (db: Db, files: FileStore, { bucket, path }: Row): Promise<Wrong | undefined> =>
  db.transaction().execute(async (tx) => {
    await takeFileLock(tx, bucket, path);
    const row = await tx
      .selectFrom('files')
      .select(['bucket', 'path', 'bytes', 'sha256'])
      .where('bucket', '=', bucket)
      .where('path', '=', path)
      .executeTakeFirst();
    return row && compare(files, row);
  });

/** How many rows have no checksums yet: their files are compared by their sizes only. */
export const countWithoutChecksum = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('files')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('sha256', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};

async function* pages(db: Db, bucket: Bucket): AsyncGenerator<Row[]> {
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('files')
      .select(['bucket', 'path', 'bytes', 'sha256'])
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
      const stored = names.filter((name) => !isOwner(bucket, name));
      for (const name of await namesWithoutRow(db, bucket, stored)) {
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
