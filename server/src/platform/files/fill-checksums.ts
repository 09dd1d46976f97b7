import { sql } from 'kysely';
import type { Database, Db } from '../database/database.ts';
import type { Bucket, Checksums } from '../database/schema.ts';
import { defineJob, overMinutes } from '../jobs/jobs.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Log } from '../log/log.ts';
import { checksumOf, writeChecksums } from './checksums.ts';
import { photoNames, suffixOf } from './paths.ts';
import { ifLost } from './store.ts';
import type { FileStore } from './store.ts';

/** Reads some files without checksums, those after this path, and queues itself for the next ones (D101). */
export const sumFiles = defineJob<{ bucket: Bucket; after: string }>('sum_files', overMinutes);

/** A job is soon over, so that a stop waits for little, and an interrupted one has little to do again. */
const rowsPerJob = 50;
/** Only few files are read at once, because people's photos come from the same disk or object storage. */
const atOnce = 4;

type Row = { bucket: Bucket; path: string; bytes: number; created_at: Date };

/**
 * Fills the checksums of some rows that have none. A file that differs from its row is left to `lapau verify`.
 * @throws what the store throws, when it could read none of them
 */
export async function fillChecksums(
  { database, files, log, jobs }: { database: Database; files: FileStore; log: Log; jobs: Jobs },
  { bucket, after }: { bucket: Bucket; after: string },
): Promise<void> {
  const rows = await database.db
    .selectFrom('files')
    .select(['bucket', 'path', 'bytes', 'created_at'])
    .where('sha256', 'is', null)
    .where(sql<boolean>`(bucket, path) > (${bucket}, ${after})`)
    .orderBy('bucket')
    .orderBy('path')
    .limit(rowsPerJob)
    .execute();
  const failures: unknown[] = [];
  for (let at = 0; at < rows.length; at += atOnce) {
    const ends = await Promise.allSettled(rows.slice(at, at + atOnce).map((row) => fillRow(database.db, files, row)));
    for (const end of ends) if (end.status === 'rejected') failures.push(end.reason);
  }
  // A file that the disk cannot read may not keep all files after it from being read.
  if (failures.length > 0 && failures.length === rows.length) throw failures[0];
  if (failures.length > 0)
    log.warn({ err: failures[0], files: failures.length }, 'files could not be read for their checksums');
  const last = rows.at(-1);
  if (last && rows.length === rowsPerJob) await jobs.enqueueNow(sumFiles, { bucket: last.bucket, after: last.path });
}

async function fillRow(db: Db, files: FileStore, { bucket, path, bytes, created_at }: Row): Promise<void> {
  const sha256: Checksums = {};
  let size = 0;
  for (const name of photoNames(path)) {
    const file = await files.read(bucket, name).catch(ifLost);
    if (!file) continue;
    sha256[suffixOf(name)] = checksumOf(file.content);
    size += file.content.length;
  }
  if (size === bytes && sha256[''] !== undefined)
    await writeChecksums(db, { bucket, path, createdAt: created_at }, sha256);
}
