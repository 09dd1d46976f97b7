import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Db } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import type { FileStore } from '../files/store.ts';
import { damaged } from './archive.ts';
import type { Header, Manifest } from './archive.ts';
import { refusingRows } from './refused-rows.ts';
import type { TarEntry } from './tar.ts';
import { unpack } from './unpack.ts';
import { copyJobsIn } from './waiting-jobs.ts';

export type ReadCounts = { rows: Map<string, number>; jobs: number; files: number; bytes: number };
export const createCounts = (): ReadCounts => ({ rows: new Map(), jobs: 0, files: 0, bytes: 0 });

type Destination = {
  /** The tables that are filled; rows of others are skipped. */
  tables: Header['tables'];
  files: FileStore | undefined;
  signal: AbortSignal | undefined;
};

/** How many files are written to the store at the same time. */
const filesAtOnce = 16;

/** Puts the entries of an archive into their tables and the store, and counts them. */
export async function readEntries(
  client: Client,
  entries: AsyncIterable<TarEntry>,
  { tables, files, signal }: Destination,
): Promise<ReadCounts> {
  const counts = createCounts();
  let stored: TarEntry[] = [];
  const storeAll = async () => {
    if (files) await Promise.all(stored.map((entry) => store(files, entry)));
    counts.files += stored.length;
    for (const { bytes } of stored) counts.bytes += bytes.length;
    stored = [];
  };
  for await (const run of runs(entries, signal)) {
    const [kind, name] = run.folder.split('/');
    if (kind === 'files') {
      for await (const entry of run.entries) if (stored.push(entry) >= filesAtOnce) await storeAll();
    } else if (kind === 'jobs') {
      counts.jobs = await refusingRows('the waiting jobs', copyIn(client, copyJobsIn, run.entries));
    } else {
      const table = tables.find((one) => kind === 'rows' && one.name === name);
      if (table)
        counts.rows.set(
          table.name,
          await refusingRows(`rows of ${table.name}`, copyIn(client, copyTableIn(table), run.entries)),
        );
    }
  }
  await storeAll();
  return counts;
}

const copyTableIn = ({ name, columns }: Header['tables'][number]): string =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) from stdin`;

/** Groups entries of one folder that come one after the other. Entries that the reader of a group does not read are skipped. */
export async function* runs(
  entries: AsyncIterable<TarEntry>,
  signal: AbortSignal | undefined,
): AsyncGenerator<{ folder: string; entries: AsyncIterable<TarEntry> }> {
  const folderOf = ({ name }: TarEntry) => name.slice(0, name.lastIndexOf('/'));
  const iterator = entries[Symbol.asyncIterator]();
  const head: { entry?: TarEntry | undefined } = {};
  const advance = async () => {
    signal?.throwIfAborted();
    const next = await iterator.next();
    head.entry = next.done === true ? undefined : next.value;
  };
  async function* run(folder: string) {
    for (; head.entry && folderOf(head.entry) === folder; await advance()) yield head.entry;
  }
  try {
    await advance();
    while (head.entry) {
      const folder = folderOf(head.entry);
      yield { folder, entries: run(folder) };
      while (head.entry && folderOf(head.entry) === folder) await advance();
    }
  } finally {
    await iterator.return?.();
  }
}

async function copyIn(client: Client, text: string, entries: AsyncIterable<TarEntry>): Promise<number> {
  const copy = client.query(copyFrom(text));
  await pipeline(unpack(entries), copy);
  return copy.rowCount;
}

/** Stores a file of the archive, whose name entry-order.ts has checked. */
async function store(files: FileStore, { name, bytes }: TarEntry): Promise<void> {
  const [, bucket, ...rest] = name.split('/');
  await files.put(bucket as Bucket, rest.join('/'), bytes);
}

/** @throws StartRefused when the archive has other numbers of rows, jobs, files or bytes than its manifest */
export function compareCounts(manifest: Manifest, read: ReadCounts, tables: Header['tables']): void {
  const wrong = tables.find(({ name }) => (read.rows.get(name) ?? 0) !== manifest.rows[name]);
  if (wrong)
    throw damaged(`of ${wrong.name} it has ${read.rows.get(wrong.name) ?? 0} rows, not ${manifest.rows[wrong.name]}`);
  if (read.jobs !== manifest.jobs) throw damaged(`it has ${read.jobs} jobs, not ${manifest.jobs}`);
  if (read.files !== manifest.files.count) throw damaged(`it has ${read.files} files, not ${manifest.files.count}`);
  if (read.bytes !== manifest.files.bytes)
    throw damaged(`its files have ${read.bytes} bytes, not ${manifest.files.bytes}`);
}

/** Gives the rows of files that were replaced while the backup was made the size of the stored file. They lose their checksums by that. */
export async function correctReplaced(db: Db, { replacedMeanwhile = [] }: Manifest): Promise<void> {
  for (const { bucket, path, bytes } of replacedMeanwhile)
    await db.updateTable('files').set({ bytes }).where('bucket', '=', bucket).where('path', '=', path).execute();
}
