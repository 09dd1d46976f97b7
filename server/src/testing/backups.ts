import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { onTestFinished } from 'vitest';
import { checks, featureParts, sending } from '../app.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import type { Restored } from '../platform/backup/restore.ts';
import { writeBackup } from '../platform/backup/write.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Db } from '../platform/database/database.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { photoNames } from '../platform/files/paths.ts';
import { fileRemoval } from '../platform/files/removal.ts';
import type { FileStore } from '../platform/files/store.ts';
import { createLog } from '../platform/log/log.ts';
import {
  buildAdmin,
  buildAppeal,
  buildComment,
  buildDecision,
  buildFile,
  buildMember,
  buildMessage,
  buildPassword,
  buildPost,
  buildReport,
} from './builders.ts';
import type { TestServer } from './server.ts';
import { snapshot } from './snapshot.ts';

type Source = { databaseUrl: string; files: FileStore };
export const sourceOf = ({ databaseUrl, platform }: TestServer): Source => ({ databaseUrl, files: platform.files });

/** A backup, in memory. @param onWrite is called with each piece before it is written */
export async function backUp(
  { databaseUrl, files }: Source,
  onWrite?: (bytes: Uint8Array) => Promise<void>,
): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  const write = async (bytes: Uint8Array) => {
    await onWrite?.(bytes);
    pieces.push(bytes);
  };
  await writeBackup({ databaseUrl, files, version: '1.2.3', write });
  return Buffer.concat(pieces);
}

/** Hands bytes out in pieces that end anywhere, as they come from a disk or a pipe. */
export async function* inPieces(bytes: Buffer, length = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

export const restoreInto = (
  { databaseUrl, files }: Source,
  source: Buffer | AsyncIterable<Buffer>,
  { isQuiet }: { isQuiet?: boolean } = {},
): Promise<Restored> =>
  restoreBackup({
    databaseUrl,
    files,
    source: Buffer.isBuffer(source) ? inPieces(source) : source,
    jobs: featureParts.jobs,
    checks,
    log: createLog('fatal'),
    sending,
    isQuiet,
  });

/** A place for files that is removed after the test. */
export async function openEmptyStore(): Promise<FileStore> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-restored-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return openFolderStore(folder);
}

/** Opens a database until the test ends. */
export function openUntilEnd(databaseUrl: string): Db {
  const { db, close } = openDatabase(databaseUrl, createLog('fatal'));
  onTestFinished(close);
  return db;
}

/** Builds some of everything: people, a post with photos, comments and likes, a conversation, decisions, texts of every kind, jobs. */
export async function buildVillage(server: TestServer): Promise<{ photo: string }> {
  const admin = await buildAdmin(server);
  const post = await buildPost(server, { description: 'Tab\t, baris\nbaru, \\garis\\N, "kutip", 🍛 dan é' });
  const parent = await buildComment(server, { post_id: post.id, content: '\\.' });
  await buildComment(server, { post_id: post.id, parent_id: parent.id });
  const reader = await buildMember(server, { is_suspended: true, avatar_url: null });
  await server.db.insertInto('likes').values({ post_id: post.id, user_id: reader.id }).execute();
  await server.db.insertInto('likes').values({ post_id: post.id, user_id: admin.id }).execute();
  await buildMessage(server);
  await buildDecision(server, admin, { state_before: JSON.stringify({ half: 0.5, text: 'a "b" \\ c' }) });
  await buildReport(server, { reported_post_id: post.id });
  await buildAppeal(server);
  await buildPassword(server, admin);
  const logo = await buildFile(server, { uploaded_by: admin.id, bucket: 'avatars', path: 'public/logo.png' });
  await server.platform.files.put('avatars', logo.path, Buffer.from('a logo'));
  const photo = post.images[0] ?? '';
  for (const name of photoNames(photo)) await server.platform.files.put('posts', name, Buffer.from(`photo ${name}`));
  const paths = Array.from({ length: 3 }, (_, index) => `${admin.id}/${index}.webp`);
  await server.platform.transaction(async ({ enqueue }) =>
    enqueue(fileRemoval, { bucket: 'posts', paths }, { afterMs: 3_600_000 }),
  );
  return { photo };
}

/** All rows and jobs that a backup has to bring back. */
export async function rowsOf(db: Db): Promise<Record<string, unknown>> {
  const tables = Object.entries(await snapshot(db)).filter(([name]) => !/^schema_migrations(_lock)?$/.test(name));
  const jobs = sql`select id, name, data, start_after from jobs.job where name = 'remove_files' order by id`;
  return { ...Object.fromEntries(tables), jobs: (await jobs.execute(db)).rows };
}

/** Reads all rows, and how far numbers have counted. */
export async function contentsOf(db: Db): Promise<Record<string, unknown>> {
  const sequences = sql`select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`;
  return { ...(await rowsOf(db)), sequences: (await sequences.execute(db)).rows };
}
