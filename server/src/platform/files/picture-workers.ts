import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@lapau/contract/errors';
import { AppError } from '../errors/app-error.ts';
import type { Log } from '../log/log.ts';
import type { Picture, Purpose } from './image.ts';

/** The picture's bytes follow in the pipe that is the process's file descriptor `pictureFile`. */
export type Order = { size: number; purpose: Purpose; longestCpuMs: number };
export const pictureFile = 4;
/** `isSpent`: the picture has taken its time of the processor, and the process goes on with it until it is killed. */
export type Answer = { picture: Picture } | { refused: ErrorCode } | { isSpent: true };
/** The first message of a process: it is ready for work, or can prepare no picture at all, and why. */
export type Loaded = 'ready' | { unable: string };

/** What operators are told of an installation that can prepare no picture. */
export const photosUnavailable = {
  text: (reason: string) => `no photo can be prepared, so each upload is refused: ${reason}`,
  mend: 'Install Lapau again for this machine, with the optional packages of npm.',
};

type Body = { size: number; stream: () => Readable };
type Ended = { ended: 'died' | 'took too long'; signal?: NodeJS.Signals | null };
const died: Ended = { ended: 'died' };

export type PictureWorkers = {
  /**
   * preparePicture, in a process of its own: a picture that crashes the decoder, exhausts the memory or takes too long
   * costs the server nothing. Its bytes are passed on as they are read: the server never has a whole picture in memory.
   * A process that dies may have been killed for want of memory: the picture is retried once in a new one.
   * @throws AppError as preparePicture does; picture_too_costly when it takes too much time of the processor, not_ready when it
   * waits too long for that, as on a machine with too much to do, or the second process has died as well; photos_unavailable where
   * this installation can prepare none, with the reason as its cause
   */
  prepare: (body: Body, purpose: Purpose) => Promise<Picture>;
  /** Whether processes start that can prepare pictures. @returns why not */
  findFault: () => Promise<string | undefined>;
  close: () => void;
};

/** Beside this file: picture-process.ts, or what the release has made of it. */
const program = new URL(`picture-process${path.extname(import.meta.filename)}`, import.meta.url);
const longestStartMs = 60_000;
const longestIdleMs = 20_000;

/**
 * Starts a process when there is work and none is free, and ends one that has been idle, to free its memory.
 * @param longest.cpuMs that a picture may take of the processor; ten times what the costliest accepted one takes of a slow core
 * @param longest.workMs that it may take altogether, within what a page waits for its answer
 */
export function openPictureWorkers(log: Log, longest = { cpuMs: 20_000, workMs: 60_000 }): PictureWorkers {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const working = new Set<ChildProcess>();
  let isClosed = false;

  const takeIdle = () => {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.connected) return child;
    }
    return undefined;
  };
  const rest = (child: ChildProcess) => {
    const timer = setTimeout(() => {
      idle.delete(child);
      child.kill();
    }, longestIdleMs);
    idle.set(child, timer.unref());
  };

  const prepareIn = async (child: ChildProcess, { size, stream }: Body, purpose: Purpose) => {
    working.add(child);
    try {
      child.send({ size, purpose, longestCpuMs: longest.cpuMs } satisfies Order);
      const bytes = stream().once('error', () => child.kill('SIGKILL'));
      bytes.pipe(picturePipe(child), { end: false });
      const answer = await nextMessage<Answer>(child, longest.workMs);
      bytes.destroy();
      if ('isSpent' in answer) child.kill('SIGKILL');
      else if (!('ended' in answer)) rest(child);
      return answer;
    } finally {
      working.delete(child);
    }
  };

  return {
    prepare: async (body, purpose) => {
      for (const take of [async () => takeIdle() ?? start(), start]) {
        if (isClosed) break;
        const child = await take();
        if (child && 'unable' in child) {
          log.warn({ reason: child.unable }, 'no photo can be prepared');
          throw new AppError('photos_unavailable', undefined, { cause: new Error(child.unable) });
        }
        const answer = child ? await prepareIn(child, body, purpose) : died;
        if ('picture' in answer) return answer.picture;
        if ('refused' in answer) throw new AppError(answer.refused);
        if ('isSpent' in answer) throw new AppError('picture_too_costly');
        if (answer.ended === 'took too long') break;
        if (!isClosed) log.warn({ purpose, bytes: body.size }, 'a picture process died');
      }
      throw new AppError('not_ready');
    },
    findFault: async () => {
      const child = await start();
      if (child && 'unable' in child) return child.unable;
      if (child && isClosed) child.kill();
      else if (child) rest(child);
      return undefined;
    },
    close: () => {
      isClosed = true;
      for (const timer of idle.values()) clearTimeout(timer);
      for (const child of [...idle.keys(), ...working]) child.kill();
      idle.clear();
    },
  };
}

const picturePipe = (child: ChildProcess) => child.stdio[pictureFile] as Socket;

/** @returns undefined when the process cannot be started or ends before it is ready, as for want of memory */
async function start(): Promise<ChildProcess | { unable: string } | undefined> {
  const child = fork(program, {
    serialization: 'advanced',
    // of 64 kB each: a HEIC of 50 megapixels takes less, and one that states less than it has gets no more
    execArgv: ['--wasm-max-mem-pages=8192'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    // a process that decodes untrusted files gets none of the server's secrets
    env: { VIPS_WARNING: '0', MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: getCompileCacheDir() },
  });
  child.on('error', () => child.kill('SIGKILL'));
  if (child.pid === undefined) return undefined;
  // a lower priority than the server's from its start, so that calls are served first
  os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  child.unref();
  child.channel?.unref();
  picturePipe(child)
    .on('error', () => child.kill('SIGKILL'))
    .unref();
  const message = await nextMessage<Loaded>(child, longestStartMs);
  if (message === 'ready') return child;
  child.kill();
  if ('unable' in message) return message;
  // instructions that the processor does not have
  return message.signal === 'SIGILL' ? { unable: 'the decoder is not made for this processor (SIGILL)' } : undefined;
}

/** The process's next message; rejects when the process ends instead, or is killed because it takes too long. */
function nextMessage<Message>(child: ChildProcess, longestMs: number): Promise<Message | Ended> {
  return new Promise((resolve) => {
    let tookTooLong = false;
    const timer = setTimeout(() => {
      tookTooLong = true;
      child.kill('SIGKILL');
    }, longestMs);
    const done = (message: Message | Ended) => {
      clearTimeout(timer);
      child.off('message', done).off('exit', exited);
      resolve(message);
    };
    const exited = (_code: number | null, signal: NodeJS.Signals | null) =>
      done({ ended: tookTooLong ? 'took too long' : 'died', signal });
    child.on('message', done).on('exit', exited);
  });
}
