import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { now } from '../clock/clock.ts';
import type { Database, Db } from '../database/database.ts';
import { createSemaphore } from '../process/semaphore.ts';
import { deleteBatch } from '../transactions/retention.ts';
import type { Retention } from '../transactions/retention.ts';
import type { BuiltFile } from './built-files.ts';

/*
 * The hashed files of the web app in the database, where every process finds those of other releases (D98). A name stands for one
 * content.
 */

/** Deletes files that no process has had for 30 days. A page that is open for longer can no longer load them. */
export const webFilesRetention: Retention[] = [
  {
    table: 'web_files',
    deleteExpired: ({ db }, limit) => deleteBatch(db, 'web_files', sql`had_at < now() - interval '30 days'`, limit),
  },
];

/**
 * Stores missing files, each by a statement of its own, and notes for the others that a process still has them. Processes that start
 * at once do not wait for one another: rows that another one has locked are skipped, as that one notes them.
 */
export async function putWebFiles(db: Db, files: Map<string, BuiltFile>): Promise<void> {
  const names = [...files.keys()];
  await sql`
    update web_files set had_at = now() where name in (
      select name from web_files where name = any(${names}) and had_at < now() - interval '1 hour' for update skip locked
    )`.execute(db);
  const rows = await db
    .selectFrom('web_files')
    .select('name')
    .where(sql<boolean>`name = any(${names})`)
    .execute();
  const stored = new Set(rows.map(({ name }) => name));
  for (const [name, file] of files) {
    if (stored.has(name)) continue;
    const row = { ...file, name, had_at: now };
    await db
      .insertInto('web_files')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** How often the names are read at most. */
const pauseMs = 1_000;
const maxKeptBytes = 4 * 1024 * 1024;

/**
 * Finds files that other processes have stored. Requests for unknown names cost the database one list of all names a second, however
 * many come: each waits for a list that is read after it came, and so finds a file that was just stored.
 * @returns a function that gives undefined for a file that is not stored
 */
export function createWebFileFinder({ db }: Pick<Database, 'db'>): (name: string) => Promise<BuiltFile | undefined> {
  const kept = new LRUCache<string, BuiltFile>({
    maxSize: maxKeptBytes,
    sizeCalculation: ({ content, br, gzip }) => 1 + content.length + (br?.length ?? 0) + (gzip?.length ?? 0),
  });
  const inTurn = createSemaphore({ concurrency: 2, maxQueued: 200, waitMs: 10_000 });
  let known = new Set<string>();
  let nextList: Promise<void> | undefined;
  let lastList = Promise.resolve();
  let lastBegun = -pauseMs;

  const readList = async () => {
    const rows = await db.selectFrom('web_files').select('name').execute();
    known = new Set(rows.map(({ name }) => name));
  };
  const beginList = async () => {
    await lastList.catch(() => undefined);
    await delay(Math.max(0, lastBegun + pauseMs - performance.now()));
    nextList = undefined;
    lastBegun = performance.now();
    lastList = readList();
    await lastList;
  };

  return async (name) => {
    const found = kept.get(name);
    if (found) return found;
    if (!known.has(name)) await (nextList ??= beginList());
    if (!known.has(name)) return undefined;
    return inTurn('', async () => {
      const read = kept.get(name) ?? (await readFile(db, name));
      if (read) kept.set(name, read);
      return read;
    });
  };
}

const readFile = (db: Db, name: string): Promise<BuiltFile | undefined> =>
  db
    .selectFrom('web_files')
    .select(['content_type', 'content', 'br', 'gzip'])
    .where('name', '=', name)
    .executeTakeFirst();
