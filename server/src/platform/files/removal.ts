import { sql } from 'kysely';
import { lockUntilCommit } from '../database.ts';
import type { Db, DbTransaction } from '../database.ts';
import type { Platform } from '../platform.ts';
import type { Bucket } from '../schema.ts';
import { storedNames } from './paths.ts';

/** Those of the paths that no row names (D20, D29, D48). A name may carry the `?t=` of its URL (D47). */
export async function unnamedPaths(db: Db, paths: string[]): Promise<string[]> {
  const { rows } = await sql<{ path: string }>`
    with named (path) as (
      select avatar_url from profiles
      union all select avatar_url from warungs
      union all select warung_avatar_url from seller_applications
      union all select sample_menu_image_url from seller_applications
      union all select image_url from promo_banners
      union all select value from app_settings where key in ('logo_url', 'favicon_url', 'announcement_image_url')
      union all select unnest(snapshot_images) from reports
    )
    select given.path from unnest(${paths}::text[]) given (path)
    where not exists (select from posts where images @> array[given.path])
      and not exists (select from named where split_part(named.path, '?', 1) = given.path)
  `.execute(db);
  return rows.map((row) => row.path);
}

/**
 * Deletes the rows of those files that no row names and no transaction is about to name (claims.ts).
 * @returns their paths, to be handed to removeRowless after the commit
 */
export async function deleteUnnamedRows(db: DbTransaction, bucket: Bucket, paths: string[]): Promise<string[]> {
  const locked = await db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', bucket)
    .where('path', '=', sql<string>`any(${paths}::text[])`)
    .orderBy('path')
    .forUpdate()
    .skipLocked()
    .execute();
  // asked after the lock: a claim that was quicker has committed, and shows
  const unnamed = await unnamedPaths(
    db,
    locked.map((row) => row.path),
  );
  if (unnamed.length > 0)
    await db.deleteFrom('files').where('bucket', '=', bucket).where('path', 'in', unnamed).execute();
  return unnamed;
}

/** Held while a path's files and row are written or removed, so that both or neither are there. */
export const lockPath = (db: DbTransaction, bucket: Bucket, path: string) =>
  lockUntilCommit(db, `file ${bucket}/${path}`);

/** Removes the files of those paths that have no row, and that no row names. */
export function removeRowless({ transaction, files }: Platform, bucket: Bucket, paths: string[]): Promise<void> {
  return transaction(async ({ db }) => {
    for (const path of paths.toSorted()) await lockPath(db, bucket, path);
    const rows = await db
      .selectFrom('files')
      .select('path')
      .where('bucket', '=', bucket)
      .where('path', '=', sql<string>`any(${paths}::text[])`)
      .execute();
    const known = new Set(rows.map((row) => row.path));
    const rowless = await unnamedPaths(
      db,
      paths.filter((path) => !known.has(path)),
    );
    await files.remove(bucket, rowless.flatMap(storedNames));
  });
}

/** Removes files that no row names, rows first: what a crash in between leaves is found by the sweep. May run twice. */
export async function removeUnnamed(platform: Platform, bucket: Bucket, paths: string[]): Promise<void> {
  await platform.transaction(({ db }) => deleteUnnamedRows(db, bucket, paths));
  await removeRowless(platform, bucket, paths);
}
