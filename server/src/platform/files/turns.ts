import { Failure } from '../failure.ts';

type Limits = {
  /** How many work at the same time. */
  atOnce: number;
  /** How many may wait for their turn, and for how long in milliseconds. */
  waiting: number;
  patience: number;
};

/** Runs the work when its turn comes. Whoever gives up before (the signal) loses the turn. */
export type TakeTurn = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/**
 * First come, first served.
 * @throws Failure not_ready when too many wait already, or when the turn does not come in time
 */
export function createTurns({ atOnce, waiting, patience }: Limits): TakeTurn {
  let working = 0;
  const queue = new Set<() => void>();

  const turn = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const leave = (failure?: Failure) => {
        queue.delete(start);
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        if (failure) reject(failure);
        else resolve();
      };
      const start = () => leave();
      const giveUp = () => leave(new Failure('malformed_request'));
      const timer = setTimeout(() => leave(new Failure('not_ready')), patience);
      queue.add(start);
      if (signal.aborted) giveUp();
      signal.addEventListener('abort', giveUp);
    });

  return async (signal, work) => {
    if (working < atOnce) working += 1;
    // the turn of the one before is handed on: `working` stays as it is
    else if (queue.size < waiting) await turn(signal);
    else throw new Failure('not_ready');
    try {
      return await work();
    } finally {
      const [next] = queue;
      if (next) next();
      else working -= 1;
    }
  };
}
