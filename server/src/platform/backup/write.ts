import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { sql } from 'kysely';
import type { Client } from 'pg';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openLongConnection } from '../database/long-connection.ts';
import type { LongConnection } from '../database/long-connection.ts';
import { StartRefused } from '../errors/start-refused.ts';
import type { FileStore } from '../files/store.ts';
import { appliedMigrations } from '../upgrade/migrate-earlier.ts';
import { keepSchema } from '../upgrade/migrate.ts';
import { startArchive } from './archive.ts';
import type { ArchiveWriter, Header, Manifest, Sink } from './archive.ts';
import { numbered } from './entry-order.ts';
import { copyFilesOut, holdFilePaths } from './files-out.ts';
import { findTables, readSequences } from './tables.ts';
import { hasJobs, selectWaitingJobs } from './waiting-jobs.ts';

type Options = {
  databaseUrl: string;
  /** The store of the files; without it, as in a move of the database, the backup has rows only. */
  files?: FileStore | undefined;
  /** The program's version. */
  version: string;
  write: Sink;
  signal?: AbortSignal | undefined;
};

/** The header and the manifest of a backup that was written. */
export type Written = { header: Header; manifest: Manifest };

/** The bytes that are compressed and written together, and are in memory at a time. */
const pieceBytes = 2 << 20;
/** At this level rows shrink to a third, as fast as they are read; higher levels gain little. */
const compress = (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes, { level: 1 });

/**
 * Writes a backup of a database in use (D91): all its rows as they are at one moment, and the files that they name. People may write
 * meanwhile; a migration waits until the rows are written.
 * @throws StartRefused when there is nothing to back up
 */
export async function writeBackup({ databaseUrl, files, version, write, signal }: Options): Promise<Written> {
  const connection = await openLongConnection(databaseUrl);
  try {
    const { header, archive, ...rows } = await writeRows(connection, {
      version,
      hasFiles: files !== undefined,
      write,
      signal,
    });
    const written = files ? await copyFilesOut(connection.db, files, archive, signal) : withoutFiles;
    const manifest = { ...rows, sequences: await readSequences(connection.db), ...written };
    await archive.finish(manifest);
    return { header, manifest };
  } finally {
    await connection.close();
  }
}

const withoutFiles: Pick<Manifest, 'files' | 'deletedMeanwhile' | 'missing'> = {
  files: { count: 0, bytes: 0 },
  deletedMeanwhile: { count: 0, names: [] },
  missing: { count: 0, names: [] },
};

async function writeRows(
  { client, db }: LongConnection,
  {
    version,
    hasFiles,
    write,
    signal,
  }: { version: string; hasFiles: boolean; write: Sink; signal: AbortSignal | undefined },
): Promise<{ header: Header; archive: ArchiveWriter } & Pick<Manifest, 'rows' | 'jobs'>> {
  const tables = await keepSchema(db, async () => {
    await client.query('begin isolation level repeatable read, read only');
    const found = await findTables(db);
    if (found.length === 0) throw new StartRefused('There is no Lapau in the database: nothing to back up.');
    // The tables stay locked until the transaction ends: one that was altered after the snapshot would seem empty.
    await client.query(
      `lock table ${found.map(({ name }) => pg.escapeIdentifier(name)).join(', ')} in access share mode`,
    );
    return found;
  });
  const server = sql<{ now: Date; version: string }>`select now(), current_setting('server_version') as version`;
  const { now, version: postgres } = (await server.execute(db)).rows[0] as { now: Date; version: string };
  const header: Header = {
    format: 1,
    lapau: version,
    createdAt: now.toISOString(),
    postgres,
    migrations: await appliedMigrations(db),
    tables,
    hasFiles,
  };
  const archive = await startArchive(write, header);
  const copies: { name: string; copied: { rowCount: number } }[] = [];
  for (const { name, columns } of tables) {
    const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
    const text = `copy ${pg.escapeIdentifier(name)} (${list}) to stdout`;
    copies.push({ name, copied: await copyOut(client, text, `rows/${name}`, archive, signal) });
  }
  const jobs = (await hasJobs(db))
    ? await copyOut(client, `copy (${selectWaitingJobs}) to stdout`, 'jobs', archive, signal)
    : { rowCount: 0 };
  if (hasFiles) await holdFilePaths(client);
  await client.query('commit');
  const rows = Object.fromEntries(copies.map(({ name, copied }) => [name, copied.rowCount]));
  return { header, archive, rows, jobs: jobs.rowCount };
}

/** Copies rows into pieces in a folder of the archive. @returns their number, which is known once the next statement is answered */
async function copyOut(
  client: Client,
  text: string,
  folder: string,
  archive: ArchiveWriter,
  signal: AbortSignal | undefined,
): Promise<{ rowCount: number }> {
  const stream = client.query(copyTo(text, { highWaterMark: pieceBytes }));
  let chunks: Buffer[] = [];
  let bytes = 0;
  let number = 0;
  const flush = async () => {
    const piece = Buffer.concat(chunks);
    chunks = [];
    bytes = 0;
    number += 1;
    await archive.add(`${folder}/${numbered(number)}.copy.gz`, await compress(piece));
  };
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    signal?.throwIfAborted();
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= pieceBytes) await flush();
  }
  if (bytes > 0) await flush();
  return stream;
}
