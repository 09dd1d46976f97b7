import { z } from 'zod';
import { StartRefused } from '../errors/start-refused.ts';
import { checksumOf } from '../files/checksums.ts';
import { followEntries, numbered } from './entry-order.ts';
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
/** An entry that is read as text has at most this size: a manifest that names a thousand files of each kind has about one MB. */
const maxTextBytes = 4 << 20;

/** The name of a table, column, migration or sequence: PostgreSQL takes it, and it can be shown to an operator. */
const nameSchema = z.string().regex(/^[^\p{Cc}/]{1,63}$/u);
/** Whether no name is there twice. */
const isDistinct = (names: string[]): boolean => new Set(names).size === names.length;

const headerSchema = z.object({
  format: z.literal(1),
  /** The version of the program that wrote the backup. */
  lapau: z.string().regex(/^[\w.+-]{1,63}$/),
  /** The moment at which the rows were so, by the database's clock. */
  createdAt: z.iso.datetime(),
  postgres: z.string(),
  /** The migrations that the schema had, in order. */
  migrations: z.array(nameSchema).min(1).refine(isDistinct),
  /** The tables, in the order in which their rows come. */
  tables: z
    .array(z.object({ name: nameSchema, columns: z.array(nameSchema).min(1).refine(isDistinct) }))
    .refine((tables) => isDistinct(tables.map(({ name }) => name))),
  /** Whether the backup has the stored files. */
  hasFiles: z.boolean(),
});
export type Header = z.infer<typeof headerSchema>;

/** A path is shown to people, whose terminals take control characters for commands. */
const pathSchema = z
  .string()
  .max(400)
  .regex(/^\P{Cc}*$/u);

/** How many files there are, and the names of the first of them. */
const absentSchema = z.object({ count: z.number().int(), names: z.array(pathSchema) });
export type Absent = z.infer<typeof absentSchema>;

const manifestSchema = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.number().int()),
  jobs: z.number().int(),
  sequences: z.array(z.object({ name: nameSchema, value: z.string().regex(/^-?\d{1,19}$/), isCalled: z.boolean() })),
  files: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** Files that a row of the backup names, but that were deleted after the snapshot, so that the backup does not have them. */
  deletedMeanwhile: absentSchema,
  /** Files that were lost, though a row still refers to them. */
  missing: absentSchema,
  /** Files that the backup has, but whose bytes do not match the checksum of their row (D101). */
  damaged: absentSchema.optional(),
  /** Files that were replaced after the snapshot, with their size: the backup has the new file, and the row of the old one. */
  replacedMeanwhile: z
    .array(z.object({ bucket: z.enum(['avatars', 'posts']), path: pathSchema, bytes: z.number().int() }))
    .optional(),
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

const sumLine = ({ name, bytes }: TarEntry): string => `${checksumOf(bytes)}  ${name}\n`;

export type Archive = {
  /** Tells this backup from others, as it depends on the moment in the header. */
  id: string;
  header: Header;
  /** The rows and files in order; the checksum of each is compared up to a thousand entries later. */
  entries: AsyncIterable<TarEntry>;
  /** Gives the manifest once all entries were read. */
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
  const header = readHeader(first.value);
  const follow = followEntries(header.tables.map(({ name }) => name));
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
        if (unlisted.length > entriesOfList) throw new DamagedTar('checksums are missing');
        if (manifest !== undefined) throw new DamagedTar(`${entry.name} in it comes after its end`);
        if (entry.name === manifestName) {
          manifest = readManifest(entry, header);
        } else {
          follow(entry.name);
          yield entry;
        }
      }
    } catch (error) {
      if (error instanceof DamagedTar) throw damaged(error.message);
      throw error;
    }
    if (manifest === undefined || unlisted.length > 0) throw damaged('its end is missing');
  }
  return {
    id: checksumOf(first.value.bytes),
    header,
    entries: readEntries(),
    manifest: () => {
      if (manifest === undefined) throw new Error('the entries were not read to the end');
      return manifest;
    },
  };
}

function readHeader(entry: TarEntry): Header {
  const json = readJson(entry);
  if (z.object({ format: z.number() }).safeParse(json).data?.format !== 1)
    throw new StartRefused('This backup was made by another version of Lapau, which writes them otherwise.');
  const header = headerSchema.safeParse(json);
  if (!header.success) throw damaged(`${entry.name} is none of Lapau's: ${whereOf(header.error)}`);
  return header.data;
}

function readManifest(entry: TarEntry, { tables }: Header): Manifest {
  const manifest = manifestSchema.safeParse(readJson(entry));
  if (!manifest.success) throw damaged(`${entry.name} is none of Lapau's: ${whereOf(manifest.error)}`);
  const counted = Object.keys(manifest.data.rows);
  if (counted.length !== tables.length || !tables.every(({ name }) => counted.includes(name)))
    throw damaged(`${entry.name} is of other tables`);
  return manifest.data;
}

function readJson(entry: TarEntry): unknown {
  try {
    return JSON.parse(textOf(entry));
  } catch {
    throw damaged(`${entry.name} cannot be read`);
  }
}

function textOf({ name, bytes }: TarEntry): string {
  if (bytes.length > maxTextBytes) throw damaged(`${name} is too large`);
  return bytes.toString('utf8');
}

/** Names what is wrong by its path, and not by its value, which may be anything. */
const whereOf = ({ issues: [first] }: z.ZodError): string => first?.path.join('.') || 'its form';

function compareSums(read: string[], list: TarEntry): void {
  const written = textOf(list).split(/(?<=\n)/);
  const wrong = read.find((line, at) => line !== written[at]) ?? written[read.length];
  if (wrong !== undefined) throw damaged(`the checksum of ${wrong.slice(66, 400).trim()} is another one`);
}

export class Damaged extends StartRefused {}

/** @param how what is wrong, as a sentence without its end; control characters, which a terminal may obey, are removed */
export const damaged = (how: string): Damaged =>
  new Damaged(
    `The backup is damaged: ${how.replaceAll(/\p{Cc}/gu, '')}. Use another one; "lapau verify FILE" tells whether it is whole.`,
  );
