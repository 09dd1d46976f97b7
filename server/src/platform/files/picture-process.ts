import { once } from 'node:events';
import { Socket } from 'node:net';
import { AppError } from '../errors/app-error.ts';
import type { preparePicture } from './image.ts';
import { pictureFile } from './picture-workers.ts';
import type { Answer, Loaded, Order } from './picture-workers.ts';

// This is the program of a picture worker. It prepares one picture at a time, whose bytes come from the pipe.

const send = (message: Answer | Loaded) =>
  process.send?.(message, (error: Error | null) => {
    if (error) process.kill(process.pid); // the server process was killed
  });

// The server process has ended, so this one ends too.
process.on('disconnect', () => process.kill(process.pid));

/** Says why the decoder cannot be loaded: its binary may be missing, or be for another machine. The advice about npm is removed. */
const whyNotLoaded = (error: unknown): string =>
  String(error instanceof Error ? error.message : error)
    .replace(/\s*Possible solutions:[^]*/, '')
    .replaceAll(/\s+/g, ' ');

const pipe = new Socket({ fd: pictureFile, readable: true, writable: false });

async function receive(size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  for (let filled = 0; filled < size;) {
    const chunk = pipe.read(Math.min(size - filled, pipe.readableLength)) as Buffer | null;
    if (chunk) filled += chunk.copy(bytes, filled);
    else await once(pipe, 'readable');
  }
  return bytes;
}

const checkMs = 100;

/**
 * Tells the server when this process has taken this much time of the processor from now on. The decoder works in other threads
 * meanwhile.
 */
function watchCpu(longestMs: number): NodeJS.Timeout {
  const before = process.cpuUsage();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 > longestMs) send({ isSpent: true });
  }, checkMs);
}

function work(prepare: typeof preparePicture): void {
  process.on('message', ({ size, purpose, longestCpuMs }: Order) => {
    const watch = watchCpu(longestCpuMs);
    receive(size)
      .then((bytes) => prepare(bytes, purpose))
      .then(
        (picture) => send({ picture }),
        (error: unknown) => send({ refused: error instanceof AppError ? error.code : 'broken_image' }),
      )
      .finally(() => clearInterval(watch));
  });
  send('ready');
}

await import('./image.ts').then(
  ({ preparePicture: loaded }) => work(loaded),
  (error: unknown) => send({ unable: whyNotLoaded(error) }),
);
