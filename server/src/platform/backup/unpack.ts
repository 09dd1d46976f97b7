import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { damaged } from './archive.ts';
import type { TarEntry } from './tar.ts';

/**
 * How large an unpacked piece may be, so that an archive of some MB cannot take gigabytes of memory. A piece is written when 2 MiB
 * have gathered (write.ts); meanwhile the connection may have brought as much again and one row, whose largest, a file of the web app
 * in hexadecimal, has some MB.
 */
const maxPieceBytes = 16 << 20;
/** How long a row may be. PostgreSQL reads a whole row into memory, and would take one of up to 1 GB. */
const maxLineBytes = 64 << 20;
export const lineEnd = 10;

/**
 * Unpacks pieces of rows: a line for each row, as COPY writes them.
 * @throws StartRefused when a piece cannot be unpacked, or a row is too long or has no end
 */
export async function* unpack(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  let lineBytes = 0;
  let last = '';
  for await (const { name, bytes } of entries) {
    const piece = await promisify(gunzip)(bytes, { maxOutputLength: maxPieceBytes }).catch((error: unknown) => {
      if (error instanceof RangeError) throw damaged(`${name} unpacks to more than a piece has`);
      throw damaged(`${name} cannot be unpacked: ${String(error)}`);
    });
    const end = piece.lastIndexOf(lineEnd);
    lineBytes = end === -1 ? lineBytes + piece.length : piece.length - end - 1;
    if (lineBytes > maxLineBytes) throw damaged(`a row in ${name} is too long`);
    last = name;
    yield piece;
  }
  if (lineBytes > 0) throw damaged(`the last row in ${last} has no end`);
}
