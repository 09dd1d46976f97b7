import { createHash } from 'node:crypto';
import { z } from 'zod';
import { StartRefused } from '../start-refused.ts';
import { DamagedTar, readTar, tarEnd, tarEntry } from './tar.ts';
import type { TarEntry } from './tar.ts';

// A backup is a tar archive, read and written from its beginning to its end:
//   lapau-backup.json            what it is (Header)
//   rows/<table>/000001.copy.gz  rows as PostgreSQL's COPY writes them, in pieces that make one text
//   jobs/000001.copy.gz          what waits to be done, in the same form
//   files/<bucket>/<path>        stored files
//   manifest.json                what it has, and what is missing (Manifest)
//   checksums/000001.sha256      of the entries since the last such list, as sha256sum writes and reads them; one is the last entry

const headerName = 'lapau-backup.json';
const manifestName = 'manifest.json';
const listName = /^checksums\/\d+\.sha256$/;
const entriesOfList = 1_000;

const headerSchema = z.object({
  format: z.literal(1),
  /** The version of the program that wrote it. */
  lapau: z.string(),
  /** The moment that its rows are of, by the database's clock. */
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** What the schema stood at, in order. */
  migrations: z.array(z.string()),
  /** In the order in which their rows come. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  /** Whether the stored files are in it. */
  hasFiles: z.boolean(),
});
export type Header = z.infer<typeof headerSchema>;

/** Not all of many are named. */
const absentSchema = z.object({ count: z.number().int(), names: z.array(z.string()) });
export type Absent = z.infer<typeof absentSchema>;

const manifestSchema = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.number().int()),
  jobs: z.number().int(),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })),
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** Files that a row of the backup names and that it does not have: deleted since the snapshot. */
  deletedMeanwhile: absentSchema,
  /** The same, lost: the row is still there. */
  missing: absentSchema,
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Takes bytes; resolves when it takes more. */
export type Sink = (bytes: Uint8Array) => Promise<void>;

export type ArchiveWriter = {
  add: (name: string, bytes: Buffer) => Promise<void>;
  /** Writes the manifest, the last checksums and the end. */
  finish: (manifest: Manifest) => Promise<void>;
};

export async function startArchive(write: Sink, header: Header): Promise<ArchiveWriter> {
  const modifiedAt = Math.floor(Date.parse(header.createdAt) / 1000);
  let sums: string[] = [];
  let lists = 0;

  async function add(name: string, bytes: Buffer): Promise<void> {
    sums.push(sumLine({ name, bytes }));
    await write(tarEntry({ name, bytes }, modifiedAt));
    if (sums.length >= entriesOfList) await writeSums();
  }
  async function writeSums(): Promise<void> {
    const bytes = Buffer.from(sums.join(''));
    sums = [];
    lists += 1;
    await write(tarEntry({ name: `checksums/${numbered(lists)}.sha256`, bytes }, modifiedAt));
  }
  await add(headerName, jsonOf(header));
  return {
    add,
    finish: async (manifest) => {
      await add(manifestName, jsonOf(manifest));
      if (sums.length > 0) await writeSums();
      await write(tarEnd);
    },
  };
}

const jsonOf = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, null, 2)}\n`);

const sumLine = ({ name, bytes }: TarEntry): string => `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`;

/** As the pieces of one thing are named: so that they sort as they come. */
export const numbered = (number: number): string => String(number).padStart(6, '0');

export type Archive = {
  header: Header;
  /** Rows and files as they come; the checksum of each is compared up to a thousand entries later. */
  entries: AsyncIterable<TarEntry>;
  /** To be called once all entries were read. */
  manifest: () => Manifest;
};

/**
 * Opens a backup.
 * @throws StartRefused when it is none, or of a newer format; while its entries are read, when it is damaged or has no end
 */
export async function openArchive(source: AsyncIterable<Uint8Array>): Promise<Archive> {
  const tar = readTar(source);
  const first = await tar.next().catch((error: unknown) => {
    if (error instanceof DamagedTar)
      throw new StartRefused('This is not a backup of Lapau, or it is empty.', { cause: error });
    throw error;
  });
  if (first.done || first.value.name !== headerName) throw new StartRefused('This is not a backup of Lapau.');
  const json = JSON.parse(first.value.bytes.toString('utf8')) as unknown;
  const header = headerSchema.safeParse(json);
  if (!header.success)
    throw new StartRefused('This backup was made by another version of Lapau, which writes them otherwise.');
  const unlisted = [sumLine(first.value)];
  let manifest: Manifest | undefined;

  async function* readEntries(): AsyncGenerator<TarEntry> {
    try {
      for await (const entry of tar) {
        if (listName.test(entry.name)) {
          compareSums(unlisted.splice(0), entry);
          continue;
        }
        unlisted.push(sumLine(entry));
        if (entry.name === manifestName) manifest = readManifest(entry);
        else yield entry;
      }
    } catch (error) {
      if (error instanceof DamagedTar) throw damaged(error.message);
      throw error;
    }
    if (manifest === undefined || unlisted.length > 0) throw damaged('its end is missing');
  }
  return {
    header: header.data,
    entries: readEntries(),
    manifest: () => {
      if (manifest === undefined) throw new Error('the entries were not read to the end');
      return manifest;
    },
  };
}

function readManifest(entry: TarEntry): Manifest {
  try {
    return manifestSchema.parse(JSON.parse(entry.bytes.toString('utf8')));
  } catch (error) {
    throw damaged(`${entry.name} cannot be read: ${String(error)}`);
  }
}

function compareSums(read: string[], list: TarEntry): void {
  const written = list.bytes.toString('utf8').split(/(?<=\n)/);
  const wrong = read.find((line, at) => line !== written[at]) ?? written[read.length];
  if (wrong !== undefined) throw damaged(`the checksum of ${wrong.slice(66).trim()} is another one`);
}

/** @param how what is wrong, as a sentence without its end */
export const damaged = (how: string): StartRefused =>
  new StartRefused(`The backup is damaged: ${how}. Use another one; "lapau verify FILE" tells whether it is whole.`);
