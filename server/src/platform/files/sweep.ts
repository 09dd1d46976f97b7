import { sql } from 'kysely';
import type { Platform } from '../platform.ts';
import type { Bucket } from '../schema.ts';
import { removeAbandonedBodies } from './body.ts';
import { rowPath } from './paths.ts';
import { removeRowless, removeUnnamed, unnamedPaths } from './removal.ts';

const buckets: Bucket[] = ['avatars', 'posts'];
const batch = 500;
const graceMs = 24 * 60 * 60 * 1000;

/** Removes what nobody uses: files that no row names for a day (D48), and what a crash has left on the disk. */
export async function sweepFiles(platform: Platform): Promise<void> {
  await removeAbandonedBodies(platform.config.dataFolder, new Date(Date.now() - graceMs));
  for (const bucket of buckets) {
    await sweepRows(platform, bucket);
    await sweepStore(platform, bucket);
  }
}

async function sweepRows(platform: Platform, bucket: Bucket): Promise<void> {
  const { db } = platform.database;
  for (let after = ''; ;) {
    const rows = await db
      .selectFrom('files')
      .select('path')
      .where('bucket', '=', bucket)
      .where('path', '>', after)
      .where('created_at', '<', new Date(Date.now() - graceMs))
      .orderBy('path')
      .limit(batch)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    const unnamed = await unnamedPaths(
      db,
      rows.map((row) => row.path),
    );
    if (unnamed.length > 0) await removeUnnamed(platform, bucket, unnamed);
    after = last.path;
  }
}

async function sweepStore(platform: Platform, bucket: Bucket): Promise<void> {
  for await (const names of platform.files.list(bucket)) {
    const rowless = await withoutRow(platform, bucket, names);
    const old: string[] = [];
    for (const name of rowless) {
      const file = await platform.files.find(bucket, name);
      if (file && file.modifiedAt.getTime() < Date.now() - graceMs) old.push(name);
    }
    const partial = old.filter((name) => name.endsWith('.part'));
    await platform.files.remove(bucket, partial);
    const paths = new Set(old.filter((name) => !name.endsWith('.part')).map(rowPath));
    if (paths.size > 0) await removeRowless(platform, bucket, [...paths]);
  }
}

async function withoutRow(platform: Platform, bucket: Bucket, names: string[]): Promise<string[]> {
  const rows = await platform.database.db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', bucket)
    .where('path', '=', sql<string>`any(${[...new Set(names.map(rowPath))]}::text[])`)
    .execute();
  const known = new Set(rows.map((row) => row.path));
  return names.filter((name) => !known.has(rowPath(name)));
}
