import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, open, readdir, rm, unlink } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { AppError } from '../errors/app-error.ts';

/** A received body, on disk: many uploads may be queued without filling the memory. */
type ReceivedBody = AsyncDisposable & {
  /** Bytes. */
  size: number;
  /** Gives the whole body, each time it is called. */
  stream: () => Readable;
};

/**
 * Receives a body into an unlinked file, which disappears however the process ends. Bytes over the limit are read and dropped, as a
 * client that is still sending would not read the answer.
 * @param limit in bytes, of what arrives, whatever Content-Length says
 * @throws AppError upload_too_large, malformed_request when the connection breaks
 */
export async function receiveBody(body: Readable, folder: string, limit: number): Promise<ReceivedBody> {
  const file = await openUnlinked(folder);
  try {
    const size = await fill(file, body, limit);
    return {
      size,
      stream: () => Readable.from(readFromStart(file), { objectMode: false }),
      [Symbol.asyncDispose]: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const chunkBytes = 64 * 1024;

/** Reads the file from its beginning and leaves it open for the next reading; a stream of Node's would close it. */
async function* readFromStart(file: FileHandle): AsyncGenerator<Buffer> {
  for (let position = 0; ;) {
    const { bytesRead, buffer } = await file.read({ buffer: Buffer.allocUnsafe(chunkBytes), position });
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

const namePrefix = '.upload-';

async function openUnlinked(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true });
  const name = path.join(folder, `${namePrefix}${randomUUID()}`);
  const file = await open(name, 'wx+', 0o600);
  await unlink(name);
  return file;
}

/**
 * Removes received bodies that still have a name: their process was killed between two system calls.
 * @param before only bodies last written before this are removed: a newer one may be about to lose its name
 */
export async function removeAbandonedBodies(folder: string, before: Date): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(namePrefix));
  for (const file of names.map((name) => path.join(folder, name))) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (stats && stats.mtime < before) await rm(file, { force: true });
  }
}

async function fill(file: FileHandle, body: Readable, limit: number): Promise<number> {
  let size = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > limit) throw new AppError('upload_too_large');
      await file.appendFile(chunk);
    }
    return size;
  } catch (error) {
    if (body.errored) throw new AppError('malformed_request');
    body.resume();
    throw error;
  }
}
