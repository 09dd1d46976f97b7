import type { FastifyReply } from 'fastify';

/** How many wrong passwords for an account within an hour are answered at once. */
const answeredAtOnce = 20;
/** How much longer the answer to each further one waits. */
const stepMs = 250;
const maxMs = 5_000;

/** How long the answer to the n-th wrong password of the last hour at an account waits. */
export const backOffMs = (wrongPasswords: number): number =>
  Math.min(maxMs, Math.max(0, wrongPasswords - answeredAtOnce) * stepMs);

/** Waits before a refusal is answered; ends early when the client disconnects. */
export type Delay = (ms: number, reply: FastifyReply) => Promise<void>;

/**
 * Makes the wait. Only refusals wait, so people with the right password are never delayed by those who guess.
 * @param maxWaiting how many refusals may wait, as each holds a connection; beyond that they are answered at once
 */
export function createDelay(maxWaiting = 1_000): Delay {
  let waiting = 0;
  return async (ms, reply) => {
    if (ms <= 0 || waiting >= maxWaiting) return;
    waiting += 1;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        reply.raw.off('close', end);
        waiting -= 1;
        resolve();
      };
      const timer = setTimeout(end, ms);
      reply.raw.once('close', end);
    });
  };
}
