import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AppError } from '../errors/app-error.ts';

type Box = { width: number; height: number };
export type HeicOrder = { bytes: Uint8Array; box: Box };
export type Pixels = { data: Uint8Array; info: Box & { channels: 1 | 2 | 3 | 4 } };
export type HeicAnswer = { pixels: Pixels } | 'broken';

/** The program lies beside this file: heic-thread.ts, or what the release has made of it. */
const program = new URL(`heic-thread${path.extname(import.meta.filename)}`, import.meta.url);

/**
 * Decodes the main picture of a HEIC, upright and within a box: sharp has no decoder for HEVC. libheif's WebAssembly does not return
 * before it is done, so it runs in a thread of its own, and this process can tell meanwhile when it takes too long.
 * @throws AppError broken_image; not_ready when the thread ends without an answer
 */
export async function decodeHeic(bytes: Uint8Array, box: Box): Promise<Pixels> {
  const thread = new Worker(program, { workerData: { bytes, box } satisfies HeicOrder });
  const ended = once(thread, 'exit').then(() => [undefined]);
  try {
    const [answer] = (await Promise.race([once(thread, 'message'), ended])) as [HeicAnswer | undefined];
    if (answer === 'broken') throw new AppError('broken_image');
    if (answer) return answer.pixels;
    throw new Error('the thread has ended');
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('not_ready', undefined, { cause: error });
  } finally {
    await thread.terminate();
  }
}
