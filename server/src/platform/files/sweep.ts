import { isClockTrusted, readTrustedTime } from '../clock-jumps.ts';
import { inFuture } from '../clock.ts';
import type { Platform } from '../platform.ts';
import type { Bucket } from '../schema.ts';
import { removeAbandonedBodies } from './body.ts';
import { findUnreferencedPaths } from './file-columns.ts';
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

/**
 * Removes files that no row has referred to for three days, and files on the disk without a row, left by a crash; nothing while the
 * clock is not trusted.
 */
export async function sweepFiles(platform: Platform, minAgeMs = unusedFileMs): Promise<void> {
  const now = await readTrustedTime(platform.database.db);
  if (!now) return;
  await removeAbandonedBodies(platform.config.dataFolder, new Date(now.getTime() - minAgeMs));
  if ((await ownerOf(platform.database.db, platform.files)) !== 'this') {
    platform.log.warn('the place for files does not say that it belongs to this database: nothing is removed from it');
    return;
  }
  for (const bucket of buckets) {
    await sweepRows(platform, bucket, minAgeMs);
    await sweepStore(platform, bucket, minAgeMs);
  }
}

async function sweepRows(platform: Platform, bucket: Bucket, minAgeMs: number): Promise<void> {
  const { db } = platform.database;
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
      platform.fileColumns,
      rows.map((row) => row.path),
    );
    if (unreferenced.length > 0) await removeUnreferencedFiles(platform, bucket, unreferenced);
    after = last.path;
  }
}

async function sweepStore(platform: Platform, bucket: Bucket, minAgeMs: number): Promise<void> {
  for await (const names of platform.files.list(bucket)) {
    const now = await readTrustedTime(platform.database.db);
    if (!now) return;
    const before = new Date(now.getTime() - minAgeMs);
    const stored = names.filter((name) => !isOwner(bucket, name));
    const withoutRow = await namesWithoutRow(platform.database.db, bucket, stored);
    const old: string[] = [];
    for (const name of withoutRow) {
      const file = await platform.files.find(bucket, name);
      if (file && file.modifiedAt < before) old.push(name);
    }
    const partial = old.filter((name) => name.endsWith('.part'));
    await platform.files.remove(bucket, partial);
    const paths = new Set(old.filter((name) => !name.endsWith('.part')).map(rowPath));
    if (paths.size > 0) await removeFilesWithoutRow(platform, bucket, [...paths]);
  }
}
