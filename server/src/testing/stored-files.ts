import { readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Bucket } from '../platform/database/schema.ts';
import { isOwner, previewName, rowPath, storedNames } from '../platform/files/paths.ts';
import { fileRemoval } from '../platform/files/removal.ts';
import { sweepFiles } from '../platform/files/sweep.ts';
import type { Platform } from '../platform/platform.ts';
import { fileWorkers } from '../platform/workers/file-jobs.ts';
import { startWorkers } from '../platform/workers/worker.ts';

const twoDaysMs = 2 * 86_400_000;

/**
 * Runs everything that removes files: all jobs, also those that were running when their process was killed and those that wait to be
 * tried again, and a nightly sweep as of days later. Nobody may write meanwhile.
 */
export async function settleFiles(platform: Platform): Promise<void> {
  const { db } = platform.database;
  await startWorkers(platform, fileWorkers);
  const unfinished = sql<{ id: string }>`
    select id from jobs.job where name = 'remove_files' and state in ('created', 'retry', 'active')`;
  await sql`update jobs.job set state = 'retry', start_after = now()
    where name = 'remove_files' and state in ('retry', 'active')`.execute(db);
  for (const deadline = Date.now() + 300_000; (await unfinished.execute(db)).rows.length > 0;) {
    if (Date.now() > deadline) throw new Error('the jobs that remove files do not end');
    // A job that is tried again wakes no worker, but a new job does.
    await platform.jobs.enqueueNow(fileRemoval, { bucket: 'posts', paths: [] });
    await delay(200);
  }
  await sweepFiles(platform, -twoDaysMs);
}

/** Finds files that no row refers to, and files that a row refers to but that are not stored. Both lists are empty when all is well. */
export async function findFileFaults(platform: Platform): Promise<{ orphans: string[]; missing: string[] }> {
  const { db } = platform.database;
  const referred = new Set<string>();
  for (const { table, column, isArray, where = sql<boolean>`true` } of platform.fileColumns) {
    const path = isArray ? sql`unnest(${sql.ref(column)})` : sql`split_part(${sql.ref(column)}, '?', 1)`;
    const { rows } = await sql<{ path: string | null }>`
      select ${path} as path from ${sql.table(table)} where ${where}`.execute(db);
    for (const row of rows) if (row.path) referred.add(row.path);
  }
  const files = await db.selectFrom('files').select(['bucket', 'path']).execute();
  const names: Record<Bucket, Set<string>> = { avatars: new Set(), posts: new Set() };
  for (const bucket of ['avatars', 'posts'] as const) {
    for await (const some of platform.files.list(bucket))
      for (const name of some) if (!isOwner(bucket, name)) names[bucket].add(name);
  }
  const bodies = (await readdir(platform.config.dataFolder)).filter((name) => name.startsWith('.upload-'));
  const rows = new Set(files.map(({ path }) => path));
  const orphans = [
    ...[...names.avatars, ...names.posts].filter((name) => !referred.has(rowPath(name))),
    ...[...rows].filter((path) => !referred.has(path)),
    ...bodies,
  ];
  const missing = [
    ...[...referred].filter((path) => !rows.has(path)),
    ...files.flatMap(({ bucket, path }) =>
      storedNames(path).filter((name) => name !== previewName(path) && !names[bucket].has(name)),
    ),
  ];
  return { orphans: [...new Set(orphans)], missing: [...new Set(missing)] };
}
