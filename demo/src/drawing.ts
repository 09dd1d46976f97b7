import { fork } from 'node:child_process';
import path from 'node:path';
import { StartRefused } from '../../server/src/platform/errors/start-refused.ts';
import type { Picture, Purpose } from '../../server/src/platform/files/image.ts';
import { startTimeout } from '../../server/src/platform/process/timeout.ts';
import type { Answer, Drawing, Order } from './drawings.ts';

/** The program lies beside this file: drawing-process.ts, or what the release has made of it. */
const program = new URL(`drawing-process${path.extname(import.meta.filename)}`, import.meta.url);
/** A picture takes a second of a fast processor. */
const longestMs = 5 * 60_000;

/**
 * Starts a process that draws: if the server drew, the 250 MB that it takes would never be freed.
 * @param signal ends the process, and the picture that it draws fails
 */
export function startDrawing(signal?: AbortSignal) {
  const child = fork(program, {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { MALLOC_ARENA_MAX: '2' },
    ...(signal && { signal }),
  });
  const waiting = new Map<number, PromiseWithResolvers<Picture>>();
  const fail = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error);
  };
  child.on('message', (answer: Answer) => {
    const { resolve, reject } = waiting.get(answer.number) ?? {};
    if ('picture' in answer) resolve?.(answer.picture);
    else reject?.(new Error(answer.failure));
  });
  child.on('error', fail);
  child.on('exit', (code, endedBy) => fail(ended(endedBy ?? `code ${code}`)));

  return {
    /** @throws StartRefused when the process ends, for instance because there is too little memory */
    draw: async (number: number, drawing: Drawing, purpose: Purpose): Promise<Picture> => {
      const drawn = Promise.withResolvers<Picture>();
      waiting.set(number, drawn);
      const timeout = startTimeout(longestMs, () => child.kill('SIGKILL'));
      child.send({ number, drawing, purpose } satisfies Order, (error: Error | null) => {
        if (error) drawn.reject(ended('no answer'));
      });
      try {
        return await drawn.promise;
      } finally {
        timeout.cancel();
        waiting.delete(number);
      }
    },
    end: () => void child.kill(),
  };
}

const ended = (how: string) =>
  new StartRefused(
    `The process that draws the demo's pictures has ended (${how}). It needs 300 MB of memory: free some, and start again.`,
  );
