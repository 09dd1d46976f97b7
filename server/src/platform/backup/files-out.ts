import { sql } from 'kysely';
import type { Client } from 'pg';
import type { Db } from '../database.ts';
import { photoNames } from '../files/paths.ts';
import type { FileStore } from '../files/store.ts';
import type { Bucket } from '../schema.ts';
import type { Absent, ArchiveWriter, Manifest } from './archive.ts';

type Path = { bucket: Bucket; path: string };
type Read = Path & { names: { name: string; content: Buffer }[] };

/** Read from the store at the same time. */
const atOnce = 16;
const pathsAtOnce = 512;
/** Of absent files so many are named. */
const maxNamed = 1_000;

/**
 * Notes in the database which files there are in this snapshot. The list outlives the transaction and holds no lock, so that
 * nobody waits while files are read.
 */
export async function holdFilePaths(client: Client): Promise<void> {
  await client.query(
    'declare file_paths no scroll cursor with hold for select bucket, path from files order by bucket, path',
  );
}

/** Writes every file of that list, and tells which were not there. */
export async function copyFilesOut(
  db: Db,
  files: FileStore,
  archive: ArchiveWriter,
  signal: AbortSignal | undefined,
): Promise<Pick<Manifest, 'files' | 'deletedMeanwhile' | 'missing'>> {
  const written = { count: 0, bytes: 0 };
  const absent = { deletedMeanwhile: createAbsent(), missing: createAbsent() };
  for await (const paths of heldPaths(db)) {
    const notRead: Path[] = [];
    for (let at = 0; at < paths.length; at += atOnce) {
      signal?.throwIfAborted();
      const read = await Promise.all(paths.slice(at, at + atOnce).map((path) => readAll(files, path)));
      for (const { bucket, path, names } of read) {
        if (!names.some(({ name }) => name === path)) notRead.push({ bucket, path });
        for (const { name, content } of names) {
          await archive.add(`files/${bucket}/${name}`, content);
          written.count += 1;
          written.bytes += content.length;
        }
      }
    }
    for (const path of notRead) note((await hasRow(db, path)) ? absent.missing : absent.deletedMeanwhile, path);
  }
  return { files: written, ...absent };
}

async function* heldPaths(db: Db): AsyncGenerator<Path[]> {
  for (;;) {
    const { rows } = await sql<Path>`fetch forward ${sql.lit(pathsAtOnce)} from file_paths`.execute(db);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** A file with what is stored beside it, but for what is made anew when it is asked for. */
async function readAll(files: FileStore, { bucket, path }: Path): Promise<Read> {
  const read = await Promise.all(
    photoNames(path).map(async (name) => {
      const file = await files.read(bucket, name);
      return file ? [{ name, content: file.content }] : [];
    }),
  );
  return { bucket, path, names: read.flat() };
}

const hasRow = async (db: Db, { bucket, path }: Path): Promise<boolean> =>
  (await db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .executeTakeFirst()) !== undefined;

const createAbsent = (): Absent => ({ count: 0, names: [] });

function note(absent: Absent, { bucket, path }: Path): void {
  absent.count += 1;
  if (absent.names.length < maxNamed) absent.names.push(`${bucket}/${path}`);
}
