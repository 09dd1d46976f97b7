/** A file in a tar archive. */
export type TarEntry = { name: string; bytes: Buffer };

/** Thrown when an archive is no tar archive, or ends in the middle. */
export class DamagedTar extends Error {
  override name = 'DamagedTar';
}

const blockBytes = 512;
/** A longer name stands in an entry of its own before that of the file. */
const maxNameBytes = 100;
const longName = '././@LongLink';
/** An entry is read into memory whole. The largest are pictures of 10 MB, which are uploaded as they are. */
const maxEntryBytes = 32 << 20;
/** A longer name may have at most this many bytes; that of a stored file has at most 300 characters. */
const maxLongNameBytes = 4_096;

/** The two empty blocks that end an archive. */
export const tarEnd: Buffer = Buffer.alloc(2 * blockBytes);

/**
 * A file as it stands in a tar archive (GNU's format, which every tar reads), readable by its owner only.
 * @param modifiedAt seconds since 1970
 */
export function tarEntry({ name, bytes }: TarEntry, modifiedAt: number): Buffer {
  const encoded = Buffer.from(name);
  const before = encoded.length > maxNameBytes ? block(longName, encoded, 'L', modifiedAt) : [];
  return Buffer.concat([...before, ...block(name, bytes, '0', modifiedAt)]);
}

function block(name: string, bytes: Buffer, type: '0' | 'L', modifiedAt: number): Buffer[] {
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, at: number, digits: number) =>
    header.write(value.toString(8).padStart(digits, '0'), at, 'latin1');
  header.set(Buffer.from(name).subarray(0, maxNameBytes));
  octal(0o600, 100, 7);
  octal(0, 108, 7); // user and group are root's, as other ids mean somebody else elsewhere
  octal(0, 116, 7);
  octal(bytes.length, 124, 11);
  octal(modifiedAt, 136, 11);
  header.write(type, 156, 'latin1');
  header.write('ustar  \0', 257, 'latin1');
  octal(sumOf(header), 148, 6);
  header.write('\0 ', 154, 'latin1');
  return [header, bytes, Buffer.alloc(padding(bytes.length))];
}

const padding = (length: number) => (blockBytes - (length % blockBytes)) % blockBytes;

/** Adds up all bytes of a header, with spaces in the place of the sum itself. */
const sumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);

/**
 * Reads the files of a tar archive, one after the other.
 * @throws DamagedTar when the archive is cut off, has anything but files, or a header is wrong
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const input = createInput(source);
  try {
    let name: string | undefined;
    for (;;) {
      const header = await input.take(blockBytes);
      if (isEmpty(header)) {
        if (!isEmpty(await input.take(blockBytes)))
          throw new DamagedTar('there are other bytes where its end should be');
        return;
      }
      const entry = readHeader(header);
      const bytes = await input.take(entry.size);
      if (!isEmpty(await input.take(padding(entry.size))))
        throw new DamagedTar('there are other bytes where nothing should be');
      if (entry.type === 'L') {
        name = textOf(bytes);
      } else {
        yield { name: name ?? entry.name, bytes };
        name = undefined;
      }
    }
  } finally {
    await input.close();
  }
}

function readHeader(header: Buffer): { name: string; size: number; type: string } {
  const number = (at: number, length: number) =>
    Number.parseInt(textOf(header.subarray(at, at + length)).trim() || '0', 8);
  const size = number(124, 12);
  const type = String.fromCharCode(header[156] ?? 0);
  if (number(148, 8) !== sumOf(header) || !(size >= 0))
    throw new DamagedTar('there are other bytes where the header of a file should be');
  const name = textOf(header.subarray(0, maxNameBytes));
  if (!['0', '\0', 'L'].includes(type)) throw new DamagedTar(`${name} in it is no file`);
  if (size > (type === 'L' ? maxLongNameBytes : maxEntryBytes)) throw new DamagedTar(`${name} in it is too large`);
  return { name, size, type };
}

const isEmpty = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/** Reads text up to the first zero byte. */
const textOf = (bytes: Buffer): string => {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
};

/** Hands a stream out in pieces of any length. */
function createInput(source: AsyncIterable<Uint8Array>) {
  const iterator = source[Symbol.asyncIterator]();
  let chunks: Uint8Array[] = [];
  let available = 0;
  return {
    take: async (length: number): Promise<Buffer> => {
      while (available < length) {
        const next = await iterator.next();
        if (next.done === true) throw new DamagedTar('it ends in the middle');
        chunks.push(next.value);
        available += next.value.length;
      }
      const all = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, available);
      chunks = available > length ? [all.subarray(length)] : [];
      available -= length;
      return Buffer.from(all.buffer, all.byteOffset, length);
    },
    close: async () => void (await iterator.return?.()),
  };
}
