import { sql } from 'kysely';
import { takeAdvisoryLock } from '../database/database.ts';
import type { Db, DbTransaction } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import { defineJob, overADay } from '../jobs/jobs.ts';
import type { RunInTransaction, Tx } from '../transactions/transaction.ts';
import { findUnreferencedPaths } from './file-columns.ts';
import type { FileColumn } from './file-columns.ts';
import type { FileParts } from './file-transaction.ts';
import { storedNames } from './paths.ts';

/** Removes files that no row refers to any more. A rule that drops a reference queues it. */
export const fileRemoval = defineJob<{ bucket: Bucket; paths: string[] }>('remove_files', overADay);

/** Queues the removal of files of both buckets. A path may end with the query that tells versions of a picture apart. */
export async function removeLater(tx: Tx, files: { bucket: Bucket; path: string }[]): Promise<void> {
  for (const bucket of ['avatars', 'posts'] satisfies Bucket[]) {
    const paths = files.filter((file) => file.bucket === bucket).map(({ path }) => path.split('?')[0] ?? path);
    if (paths.length > 0) await tx.enqueue(fileRemoval, { bucket, paths });
  }
}

/**
 * Deletes the rows of those files that no row refers to and no transaction is about to refer to (claims.ts).
 * @returns their paths, to be passed to removeFilesWithoutRow after the commit
 */
export async function deleteUnreferencedRows(
  db: DbTransaction,
  fileColumns: FileColumn[],
  bucket: Bucket,
  paths: string[],
): Promise<string[]> {
  const locked = await db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', bucket)
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .orderBy('path')
    .forUpdate()
    .skipLocked()
    .execute();
  // This comes after the lock: a transaction that referred to one of the files has committed, so its row is seen.
  const unreferenced = await findUnreferencedPaths(
    db,
    fileColumns,
    locked.map((row) => row.path),
  );
  if (unreferenced.length > 0)
    await db.deleteFrom('files').where('bucket', '=', bucket).where('path', 'in', unreferenced).execute();
  return unreferenced;
}

/** Serializes writing and removing a path's files and row, so that both exist or neither. */
export const takeFileLock = (db: DbTransaction, bucket: Bucket, path: string) =>
  takeAdvisoryLock(db, 'file', `${bucket}/${path}`);

/** This many files are removed well within the time that a transaction may be idle, also from object storage. */
const removedAtOnce = 25;

/** Removes the files of those paths that have no row in `files`, and that no row refers to. */
export async function removeFilesWithoutRow(parts: FileParts, bucket: Bucket, paths: string[]): Promise<void> {
  for (let start = 0; start < paths.length; start += removedAtOnce)
    await removeSome(parts, bucket, paths.slice(start, start + removedAtOnce));
}

function removeSome(
  { fileTransaction, files, fileColumns }: FileParts,
  bucket: Bucket,
  paths: string[],
): Promise<void> {
  return fileTransaction(async ({ db }) => {
    for (const path of paths.toSorted()) await takeFileLock(db, bucket, path);
    const rows = await db
      .selectFrom('files')
      .select('path')
      .where('bucket', '=', bucket)
      .where('path', '=', sql<string>`any(${paths}::text[])`)
      .execute();
    const withRow = new Set(rows.map((row) => row.path));
    const removable = await findUnreferencedPaths(
      db,
      fileColumns,
      paths.filter((path) => !withRow.has(path)),
    );
    await files.remove(bucket, removable.flatMap(storedNames));
  });
}

/** Removes files that no row refers to. Their rows go first, as the sweep finds files that a crash leaves behind. It may run twice. */
export async function removeUnreferencedFiles(
  { transaction, ...parts }: FileParts & { transaction: RunInTransaction },
  bucket: Bucket,
  paths: string[],
): Promise<void> {
  await transaction(({ db }) => deleteUnreferencedRows(db, parts.fileColumns, bucket, paths));
  await removeFilesWithoutRow(parts, bucket, paths);
}

/** Every stored file of a person's folder. */
export const findFilesOf = (db: Db, userId: string) =>
  db
    .selectFrom('files')
    .select(['bucket', 'path', 'created_at'])
    .where('path', 'like', `${userId}/%`)
    .orderBy('path')
    .execute();
