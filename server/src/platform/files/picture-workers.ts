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

/** An order to a process. The picture's bytes follow in the pipe that is the process's file descriptor `pictureFile`. */
export type Order = { size: number; purpose: Purpose; longestCpuMs: number };
export const pictureFile = 4;
/** A process's answer. `isSpent` says that the picture has taken its time of the processor; the process works on until it is killed. */
export type Answer = { picture: Picture } | { refused: ErrorCode } | { isSpent: true };
/** The first message of a process: it is ready for work, or says why it can prepare no picture at all. */
export type Loaded = 'ready' | { unable: string };

/** The text for operators of an installation that can prepare no picture, and what to do. */
export const photosUnavailable = {
  text: (reason: string) => `no photo can be prepared, so each upload is refused: ${reason}`,
  mend: 'Install Lapau again for this machine, with the optional packages of npm.',
};

type Body = { size: number; stream: () => Readable };
type Ended = { ended: 'died' | 'took too long'; signal?: NodeJS.Signals | null };
const died: Ended = { ended: 'died' };

export type PictureWorkers = {
  /**
   * Runs preparePicture in another process: a picture that crashes the decoder, exhausts the memory or takes too long costs the server
   * nothing. Its bytes are passed on as they are read: the server never has a whole picture in memory. A process that dies may have
   * been killed for want of memory: the picture is retried once in a new one.
   * @throws AppError as preparePicture does; picture_too_costly when it takes too much time of the processor, not_ready when it waits
   *   too long for that, as on a machine with too much to do, or the second process has died as well; photos_unavailable, with the
   *   reason as its cause, when this installation can prepare none
   */
  prepare: (body: Body, purpose: Purpose) => Promise<Picture>;
  /** Tries whether processes start that can prepare pictures. @returns why not */
  findFault: () => Promise<string | undefined>;
  close: () => void;
};

/** The program lies beside this file: picture-process.ts, or what the release has made of it. */
const program = new URL(`picture-process${path.extname(import.meta.filename)}`, import.meta.url);
const longestStartMs = 60_000;
const longestIdleMs = 20_000;

/**
 * Starts a process when there is work and no process is free, and ends an idle one to free its memory.
 * @param longest.cpuMs how much time of the processor a picture may take: ten times what the costliest accepted one takes on a slow
 *   core
 * @param longest.workMs how long it may take altogether: less than a page waits for its answer
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

/** Starts a process. @returns undefined when it cannot be started or ends before it is ready, for instance for want of memory */
async function start(): Promise<ChildProcess | { unable: string } | undefined> {
  const child = fork(program, {
    serialization: 'advanced',
    // A page has 64 kB. A HEIC of 50 megapixels takes less; one that is larger than it says gets no more.
    execArgv: ['--wasm-max-mem-pages=8192'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    // The process decodes untrusted files, so its environment has none of the server's secrets.
    env: { VIPS_WARNING: '0', MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: getCompileCacheDir() },
  });
  child.on('error', () => child.kill('SIGKILL'));
  if (child.pid === undefined) return undefined;
  // From its start the process has a lower priority than the server, so that calls are served first.
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
  // SIGILL: the decoder has instructions that this processor does not have.
  return message.signal === 'SIGILL' ? { unable: 'the decoder is not made for this processor (SIGILL)' } : undefined;
}

/** Waits for the process's next message, or for its end if it ends instead, or is killed because it takes too long. */
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
