import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import type { Socket } from 'node:net';
import os from 'node:os';
import type { Readable } from 'node:stream';
import type { ErrorCode } from '@lapau/contract/errors';
import { Failure } from '../failure.ts';
import type { Picture, Purpose } from './image.ts';

/** The picture's bytes follow in the pipe that is the process's file descriptor `pictureFile`. */
export type Order = { size: number; purpose: Purpose };
export const pictureFile = 4;
export type Answer = { ready: true } | { picture: Picture } | { refused: ErrorCode };

export type PictureWorkers = {
  /**
   * preparePicture, in a process of its own: a picture that crashes the decoder, eats the memory or takes too long
   * costs the server nothing. Its bytes are passed on as they are read: the server never holds a whole picture.
   * @throws Failure as preparePicture does; broken_image when the process dies of it
   */
  prepare: (body: { size: number; stream: () => Readable }, purpose: Purpose) => Promise<Picture>;
  close: () => void;
};

const program = new URL('picture-process.ts', import.meta.url);
const longestWork = 60_000;
const longestIdle = 20_000;

/** Starts a process when there is work and none is free, and ends one that has had none: its memory goes with it. */
export function openPictureWorkers(): PictureWorkers {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const working = new Set<ChildProcess>();

  const take = async () => {
    for (const [child, timer] of idle) {
      clearTimeout(timer);
      idle.delete(child);
      if (child.connected) return child;
    }
    return start();
  };
  const rest = (child: ChildProcess) => {
    const timer = setTimeout(() => {
      idle.delete(child);
      child.kill();
    }, longestIdle);
    idle.set(child, timer.unref());
  };

  return {
    prepare: async ({ size, stream }, purpose) => {
      const child = await take();
      working.add(child);
      try {
        child.send({ size, purpose } satisfies Order);
        const bytes = stream().once('error', () => child.kill('SIGKILL'));
        bytes.pipe(picturePipe(child), { end: false });
        const answer = await nextAnswer(child);
        bytes.destroy();
        if (answer === undefined) throw new Failure('broken_image');
        rest(child);
        if ('refused' in answer) throw new Failure(answer.refused);
        return (answer as { picture: Picture }).picture;
      } finally {
        working.delete(child);
      }
    },
    close: () => {
      for (const timer of idle.values()) clearTimeout(timer);
      for (const child of [...idle.keys(), ...working]) child.kill();
      idle.clear();
    },
  };
}

const picturePipe = (child: ChildProcess) => child.stdio[pictureFile] as Socket;

async function start(): Promise<ChildProcess> {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc', 'pipe'],
    // what decodes strangers' files knows none of the server's secrets
    env: { VIPS_WARNING: '0', MALLOC_ARENA_MAX: '2', NODE_COMPILE_CACHE: getCompileCacheDir() },
  });
  // behind everybody's calls, from its very start
  if (child.pid !== undefined) os.setPriority(child.pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  child.on('error', () => child.kill('SIGKILL'));
  child.unref();
  child.channel?.unref();
  picturePipe(child)
    .on('error', () => child.kill('SIGKILL'))
    .unref();
  if ((await nextAnswer(child)) === undefined) throw new Error('the picture process does not start');
  return child;
}

/** What the process says next; undefined when it ends instead, or is ended because it takes too long. */
function nextAnswer(child: ChildProcess): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), longestWork);
    const done = (answer?: Answer) => {
      clearTimeout(timer);
      child.off('message', done).off('exit', gone);
      resolve(answer);
    };
    const gone = () => done();
    child.on('message', done).on('exit', gone);
  });
}
