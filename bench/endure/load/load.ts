import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorEnvelope } from '@lapau/contract/errors';
import { countAnswer } from '../report.ts';
import type { Person, Target } from '../target/target.ts';
import { until } from '../target/until.ts';
import { chooseWrite, isForMinutes } from './writes.ts';
import type { Answer, Write } from './writes.ts';

/** Everybody of a target writing without a pause. */
export type Load = {
  /** Returns when so many more writes have been acknowledged. */
  acknowledged: (count: number) => Promise<void>;
  /** Returns when so many more writes have been answered 503. */
  unavailable: (count: number) => Promise<void>;
  /** Begins no more writes, and returns when those that were begun have been acknowledged. */
  finish: () => Promise<void>;
  /** The longest time in which nothing was acknowledged, and the longest that one write was tried, of those that cost little. */
  longest: { silenceMs: number; writeMs: number };
};

/** Keeps each member below 120 writes a minute, the limit of the server. */
const pauseMs = 700;
const pauseBeforeRepeatMs = 700;
const patienceMs = 120_000;

export function startLoad(target: Target): Load {
  const stopping = new AbortController();
  const longest = { silenceMs: 0, writeMs: 0 };
  let acknowledgedAt = performance.now();
  let unavailableAnswers = 0;
  let failure: Error | undefined;

  const pause = (ms: number, signal?: AbortSignal) =>
    delay(ms * (0.5 + Math.random()), undefined, { signal }).catch(() => {}); // the signal only ends the pause

  async function write(person: Person): Promise<void> {
    while (!stopping.signal.aborted) {
      await sendUntilAcknowledged(chooseWrite(target, person));
      await pause(pauseMs, stopping.signal);
    }
  }

  async function sendUntilAcknowledged({ isCostly, send, acknowledge }: Write): Promise<void> {
    const begunAt = performance.now();
    const deadline = begunAt + patienceMs;
    for (;;) {
      const answer = await unlessConnectionLost(send());
      if (answer?.status === 200) {
        target.outcome.acknowledged += 1;
        const now = performance.now();
        longest.silenceMs = Math.max(longest.silenceMs, now - acknowledgedAt);
        if (!isCostly) longest.writeMs = Math.max(longest.writeMs, now - begunAt);
        acknowledgedAt = now;
        return acknowledge(answer.body);
      }
      countAnswer(target.outcome, answer ? `${answer.status} ${(answer.body as ErrorEnvelope).code}` : 'no answer');
      if (answer?.status === 503) unavailableAnswers += 1;
      else if (answer && (answer.status !== 429 || isForMinutes(answer))) return;
      if (performance.now() > deadline) throw new Error(`a write was not acknowledged in ${patienceMs / 1000} s`);
      await pause(pauseBeforeRepeatMs);
    }
  }

  const everybody = Promise.all(target.people.map(write)).catch((error: unknown) => {
    failure = new Error('the load failed', { cause: error });
    stopping.abort();
  });
  const more = (what: string, count: number, goal: () => number) => {
    const from = goal();
    return until(what, () => stopping.signal.aborted || goal() >= from + count, patienceMs);
  };
  return {
    longest,
    acknowledged: (count) => more(`${count} acknowledged writes`, count, () => target.outcome.acknowledged),
    unavailable: (count) => more(`${count} answers of 503`, count, () => unavailableAnswers),
    finish: async () => {
      stopping.abort();
      await everybody;
      if (failure) throw failure;
    },
  };
}

/** @returns undefined when there was no answer because the server was not there or went away */
async function unlessConnectionLost(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TypeError) return undefined; // fetch throws this for the network (Fetch standard, section 5.6)
    throw error;
  }
}
