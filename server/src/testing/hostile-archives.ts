import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Header, Manifest } from '../platform/backup/archive.ts';
import { readTar, tarEnd, tarEntry } from '../platform/backup/tar.ts';
import type { TarEntry } from '../platform/backup/tar.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { inPieces } from './backups.ts';

/** An entry of an archive that somebody has changed: of any kind that tar knows, '0' being a file. */
export type HostileEntry = TarEntry & { type?: string };

/** The entries of a backup, without its checksums. */
export const entriesOf = async (backup: Buffer): Promise<HostileEntry[]> =>
  (await Array.fromAsync(readTar(inPieces(backup)))).filter(({ name }) => !name.startsWith('checksums/'));

/** Makes a backup of these entries with right checksums, as an attacker can. */
export function archiveOf(entries: HostileEntry[]): Buffer {
  const blocks: Buffer[] = [];
  const sums: string[] = [];
  const writeSums = () => {
    const bytes = Buffer.from(sums.splice(0).join(''));
    blocks.push(tarEntry({ name: `checksums/${String(blocks.length).padStart(6, '0')}.sha256`, bytes }, 0));
  };
  for (const { type = '0', ...entry } of entries) {
    blocks.push(ofType(tarEntry(entry, 0), type));
    sums.push(`${createHash('sha256').update(entry.bytes).digest('hex')}  ${entry.name}\n`);
    if (sums.length === 1_000) writeSums();
  }
  if (sums.length > 0) writeSums();
  return Buffer.concat([...blocks, tarEnd]);
}

function ofType(block: Buffer, type: string): Buffer {
  if (type === '0') return block;
  block.write(type, 156, 'latin1');
  return withSum(block);
}

/** The header at the beginning of these bytes with the sum that it should have. */
export function withSum(block: Buffer): Buffer {
  block.fill(' ', 148, 156);
  const sum = block.subarray(0, 512).reduce((all, byte) => all + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

/** The entries with one of them changed. */
export const withEntry = (
  entries: HostileEntry[],
  name: string,
  change: (entry: HostileEntry) => HostileEntry[],
): HostileEntry[] => {
  if (!entries.some((entry) => entry.name === name)) throw new Error(`there is no ${name}`);
  return entries.flatMap((entry) => (entry.name === name ? change(entry) : [entry]));
};

const withJson = (entries: HostileEntry[], name: string, change: (json: unknown) => unknown): HostileEntry[] =>
  withEntry(entries, name, (entry) => [
    { ...entry, bytes: Buffer.from(JSON.stringify(change(JSON.parse(entry.bytes.toString('utf8'))))) },
  ]);

/** The entries with another header. */
export const withHeader = (entries: HostileEntry[], change: (header: Header) => unknown): HostileEntry[] =>
  withJson(entries, 'lapau-backup.json', (json) => change(json as Header));

/** The entries with another manifest. */
export const withManifest = (entries: HostileEntry[], change: (manifest: Manifest) => unknown): HostileEntry[] =>
  withJson(entries, 'manifest.json', (json) => change(json as Manifest));

/** The entries with other rows in the first piece of a table, or in the jobs. */
export const withRows = (
  entries: HostileEntry[],
  folder: string,
  change: (rows: string[]) => (string | Buffer)[],
): HostileEntry[] =>
  withEntry(entries, `${folder}/000001.copy.gz`, (entry) => {
    const rows = gunzipSync(entry.bytes)
      .toString('utf8')
      .split(/(?<=\n)/);
    return [{ ...entry, bytes: gzipSync(Buffer.concat(change(rows).map((row) => Buffer.from(row)))) }];
  });

/** Makes some kB of gzip that unpack to at least this many letters x, by repeating one member. */
export function bomb(bytes: number): Buffer {
  const member = gzipSync(Buffer.alloc(1 << 20, 'x'), { level: 9 });
  return Buffer.concat(Array.from({ length: Math.ceil(bytes / (1 << 20)) }, () => member));
}

/**
 * The message with which a reading of a backup is refused, or 'whole'.
 * @throws an error that is no refusal, or whose message has control characters, such as line ends
 */
export async function saidOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
    return 'whole';
  } catch (error) {
    if (error instanceof StartRefused && !/\p{Cc}/u.test(error.message)) return error.message;
    throw error;
  }
}
