import { sql } from 'kysely';
import type { Client } from 'pg';
import { advisoryKey } from '../database/database.ts';
import type { Db } from '../database/database.ts';
import type { Bucket, Checksums } from '../database/schema.ts';
import { isChanged } from '../files/checksums.ts';
import { photoNames } from '../files/paths.ts';
import { ifLost } from '../files/store.ts';
import type { FileStore } from '../files/store.ts';
import type { Absent, ArchiveWriter, Manifest } from './archive.ts';

type Path = { bucket: Bucket; path: string };
/** A row as it is in the snapshot. */
type Row = Path & { created_at: Date; sha256: Checksums | null };
type Read = Row & {
  names: { name: string; content: Buffer }[];
  /** Names whose files the disk has lost. */
  lost: string[];
};

/** How many files are read from the store at the same time. */
const atOnce = 16;
const pathsAtOnce = 512;
/** How many files of each kind (missing, damaged …) are named. */
const maxNamed = 1_000;

/**
 * Notes in the database which files there are in this snapshot. The list outlives the transaction and holds no lock, so that
 * nobody waits while files are read.
 */
export async function holdFilePaths(client: Client): Promise<void> {
  await client.query(
    // The row is read as JSON, because an older schema has no column sha256.
    `declare file_paths no scroll cursor with hold for
      select bucket, path, created_at, to_jsonb(files) -> 'sha256' as sha256 from files order by bucket, path`,
  );
}

/**
 * Writes every file that holdFilePaths has listed, damaged ones too. @returns which were damaged, deleted, replaced, missing or
 * unreadable
 */
export async function copyFilesOut(
  db: Db,
  files: FileStore,
  archive: ArchiveWriter,
  signal: AbortSignal | undefined,
): Promise<Pick<Manifest, 'files' | 'deletedMeanwhile' | 'missing' | 'damaged' | 'replacedMeanwhile'>> {
  const written = { count: 0, bytes: 0 };
  const noted = { deletedMeanwhile: createAbsent(), missing: createAbsent(), damaged: createAbsent() };
  const replacedMeanwhile: NonNullable<Manifest['replacedMeanwhile']> = [];
  for await (const paths of heldPaths(db)) {
    const notRead: Path[] = [];
    for (let at = 0; at < paths.length; at += atOnce) {
      signal?.throwIfAborted();
      const read = await Promise.all(paths.slice(at, at + atOnce).map((path) => readAll(files, path)));
      for (const row of read) {
        const { bucket, path, sha256, names, lost } = row;
        for (const name of lost) note(noted.missing, { bucket, path: name });
        if (![...lost, ...names.map(({ name }) => name)].includes(path)) notRead.push({ bucket, path });
        const other = names.filter(({ name, content }) => isChanged(sha256, name, content));
        if (other.length > 0) {
          if (!(await isReplaced(db, row))) for (const { name } of other) note(noted.damaged, { bucket, path: name });
          else if (replacedMeanwhile.length < maxNamed) replacedMeanwhile.push({ bucket, path, bytes: sizeOf(names) });
        }
        for (const { name, content } of names) {
          await archive.add(`files/${bucket}/${name}`, content);
          written.count += 1;
          written.bytes += content.length;
        }
      }
    }
    for (const path of notRead) note((await hasRow(db, path)) ? noted.missing : noted.deletedMeanwhile, path);
  }
  return { files: written, ...noted, replacedMeanwhile };
}

const sizeOf = (names: Read['names']): number => names.reduce((sum, { content }) => sum + content.length, 0);

async function* heldPaths(db: Db): AsyncGenerator<Row[]> {
  for (;;) {
    const { rows } = await sql<Row>`fetch forward ${sql.lit(pathsAtOnce)} from file_paths`.execute(db);
    if (rows.length === 0) return;
    yield rows;
  }
}

/** Reads a file and its smaller variants. The picture of link previews is left out, as it is made anew when it is asked for. */
async function readAll(files: FileStore, row: Row): Promise<Read> {
  const { bucket, path } = row;
  const lost: string[] = [];
  const read = await Promise.all(
    photoNames(path).map(async (name) => {
      const file = await files.read(bucket, name).catch((error: unknown) => {
        ifLost(error);
        lost.push(name);
      });
      return file ? [{ name, content: file.content }] : [];
    }),
  );
  return { ...row, names: read.flat(), lost };
}

const hasRow = async (db: Db, { bucket, path }: Path): Promise<boolean> =>
  (await db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .executeTakeFirst()) !== undefined;

/** Whether the row's file has been replaced, or the row deleted, since the snapshot. */
async function isReplaced(db: Db, { bucket, path, created_at }: Row): Promise<boolean> {
  // An upload stores the file before its row: this lock, that of removal.ts, waits for an upload that is under way.
  await sql`select pg_advisory_xact_lock(${advisoryKey('file', `${bucket}/${path}`)})`.execute(db);
  const { rows } = await sql`
    select from files where bucket = ${bucket} and path = ${path} and created_at = ${created_at}`.execute(db);
  return rows.length === 0;
}

const createAbsent = (): Absent => ({ count: 0, names: [] });

function note(absent: Absent, { bucket, path }: Path): void {
  absent.count += 1;
  if (absent.names.length < maxNamed) absent.names.push(`${bucket}/${path}`);
}
