import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import pg from 'pg';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { isBucket, isStoredName } from '../files/paths.ts';
import type { FileStore } from '../files/store.ts';
import { damaged } from './archive.ts';
import type { Header } from './archive.ts';
import type { TarEntry } from './tar.ts';
import { copyJobsIn } from './waiting-jobs.ts';

export type ReadCounts = { rows: Map<string, number>; jobs: number; files: number };

type Destination = {
  /** Rows of other tables are passed over. */
  tables: Header['tables'];
  files: FileStore | undefined;
  signal: AbortSignal | undefined;
};

/** Written to the store at the same time. */
const filesAtOnce = 16;

/** Puts the entries of an archive into their tables and the store, and counts them. */
export async function readEntries(
  client: Client,
  entries: AsyncIterable<TarEntry>,
  { tables, files, signal }: Destination,
): Promise<ReadCounts> {
  const counts: ReadCounts = { rows: new Map(), jobs: 0, files: 0 };
  let stored: TarEntry[] = [];
  const storeAll = async () => {
    if (files) await Promise.all(stored.map((entry) => store(files, entry)));
    counts.files += stored.length;
    stored = [];
  };
  for await (const run of runs(entries, signal)) {
    const [kind, name] = run.folder.split('/');
    if (kind === 'files') {
      for await (const entry of run.entries) if (stored.push(entry) >= filesAtOnce) await storeAll();
    } else if (kind === 'jobs') {
      counts.jobs = await copyIn(client, copyJobsIn, run.entries);
    } else {
      const table = tables.find((one) => kind === 'rows' && one.name === name);
      if (table) counts.rows.set(table.name, await copyIn(client, copyTableIn(table), run.entries));
    }
  }
  await storeAll();
  return counts;
}

const copyTableIn = ({ name, columns }: Header['tables'][number]): string =>
  `copy ${pg.escapeIdentifier(name)} (${columns.map((column) => pg.escapeIdentifier(column)).join(', ')}) from stdin`;

/** Entries of one folder that come one after the other; those that the reader of a run leaves are passed over. */
async function* runs(
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
  await pipeline(async function* unpacked() {
    for await (const { name, bytes } of entries) {
      yield await promisify(gunzip)(bytes).catch((error: unknown) => {
        throw damaged(`${name} cannot be unpacked: ${String(error)}`);
      });
    }
  }, copy);
  return copy.rowCount;
}

async function store(files: FileStore, { name: entryName, bytes }: TarEntry): Promise<void> {
  const [, bucket = '', ...rest] = entryName.split('/');
  const name = rest.join('/');
  if (!isBucket(bucket) || !isStoredName(name)) throw damaged(`${entryName} is no name of a file of Lapau`);
  await files.put(bucket, name, bytes);
}
