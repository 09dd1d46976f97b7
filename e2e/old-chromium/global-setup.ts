import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';

const folder = path.join(import.meta.dirname, 'node_modules/@sparticuz/chromium/bin');

export const executable = path.join(folder, 'chromium');

/** Unpacks the browser once after its installation (`npm --prefix e2e/old-chromium ci`). */
export default async function unpack(): Promise<void> {
  if (existsSync(executable)) return;
  const unpacked = `${executable}.part`;
  await pipeline(
    createReadStream(`${executable}.br`),
    createBrotliDecompress(),
    createWriteStream(unpacked, { mode: 0o755 }),
  );
  await rename(unpacked, executable);
}
