import { isClockTrusted, readTrustedTime } from '../clock/clock-jumps.ts';
import { inFuture } from '../clock/clock.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import type { Log } from '../log/log.ts';
import type { RunInTransaction } from '../transactions/transaction.ts';
import { removeAbandonedBodies } from './body.ts';
import { findUnreferencedPaths } from './file-columns.ts';
import type { FileParts } from './file-transaction.ts';
import { buckets, isOwner, rowPath } from './paths.ts';
import { ownerOf } from './place-owner.ts';
import { removeFilesWithoutRow, removeUnreferencedFiles } from './removal.ts';
import { namesWithoutRow } from './without-row.ts';

const batchSize = 500;
/**
 * How long a file stays that nothing refers to. It is more than the two days by which a clock may jump and is still trusted
 * (clock-jumps.ts): a photo that was sent minutes before such a jump may be about to be posted.
 */
export const unusedFileMs = 3 * 24 * 60 * 60 * 1000;

type SweepParts = FileParts & { database: Database; transaction: RunInTransaction; log: Log };

/**
 * Removes files that no row has referred to for three days, and files on the disk without a row, left by a crash; nothing while the
 * clock is not trusted.
 */
export async function sweepFiles(
  { config, ...parts }: SweepParts & { config: Config },
  minAgeMs = unusedFileMs,
): Promise<void> {
  const now = await readTrustedTime(parts.database.db);
  if (!now) return;
  await removeAbandonedBodies(config.dataFolder, new Date(now.getTime() - minAgeMs));
  if ((await ownerOf(parts.database.db, parts.files)) !== 'this') {
    parts.log.warn('the place for files does not say that it belongs to this database: nothing is removed from it');
    return;
  }
  for (const bucket of buckets) {
    await sweepRows(parts, bucket, minAgeMs);
    await sweepStore(parts, bucket, minAgeMs);
  }
}

async function sweepRows(parts: SweepParts, bucket: Bucket, minAgeMs: number): Promise<void> {
  const { db } = parts.database;
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('files')
      .select('path')
      .where('bucket', '=', bucket)
      .where('path', '>', after)
      .where('created_at', '<', inFuture(-minAgeMs))
      .where(isClockTrusted)
      .orderBy('path')
      .limit(batchSize)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    const unreferenced = await findUnreferencedPaths(
      db,
      parts.fileColumns,
      rows.map((row) => row.path),
    );
    if (unreferenced.length > 0) await removeUnreferencedFiles(parts, bucket, unreferenced);
    after = last.path;
  }
}

async function sweepStore(parts: SweepParts, bucket: Bucket, minAgeMs: number): Promise<void> {
  for await (const names of parts.files.list(bucket)) {
    const now = await readTrustedTime(parts.database.db);
    if (!now) return;
    const before = new Date(now.getTime() - minAgeMs);
    const stored = names.filter((name) => !isOwner(bucket, name));
    const withoutRow = await namesWithoutRow(parts.database.db, bucket, stored);
    const old: string[] = [];
    for (const name of withoutRow) {
      const file = await parts.files.find(bucket, name);
      if (file && file.modifiedAt < before) old.push(name);
    }
    const partial = old.filter((name) => name.endsWith('.part'));
    await parts.files.remove(bucket, partial);
    const paths = new Set(old.filter((name) => !name.endsWith('.part')).map(rowPath));
    if (paths.size > 0) await removeFilesWithoutRow(parts, bucket, [...paths]);
  }
}
