import { setTimeout as delay } from 'node:timers/promises';
import type { ErrorEnvelope } from '@lapau/contract/errors';
import { openPage } from '../../../server/src/testing/sockets.ts';
import type { TestPage } from '../../../server/src/testing/sockets.ts';
import { countAnswer } from '../report.ts';
import type { Person, Target } from '../target/target.ts';
import { chooseWrite, isForMinutes } from './writes.ts';
import type { Write } from './writes.ts';

/** The longest times for which a phone has signal and for which it has none; each time is chosen at random up to these. */
const longestSignalMs = 20_000;
const longestSilenceMs = 30_000;
/** The longest pause between two things that a person does, with or without signal. */
const longestPauseMs = 8_000;
const pauseBeforeRepeatMs = 1_000;
/** The time within which a phone that has signal gets everything acknowledged. */
const patienceMs = 300_000;
/** The share of a phone's requests that lose their connection in the first moments, with or without the answer under way. */
const lostRequests = 0.15;
const lostWithinMs = 80;

export type Phone = {
  /** Begins no more writes; returns when all that were begun have been acknowledged. */
  finish: () => Promise<void>;
  /** How often its signal went. */
  silences: () => number;
};

/**
 * A phone whose signal comes and goes at random. Its owner writes all the time; as in the web's outbox the writes wait in their
 * order, one request is under way at a time, and it is repeated with the same id until there is an answer.
 */
export function startPhone(target: Target, person: Person): Phone {
  const waiting: Write[] = [];
  const finishing = new AbortController();
  let signal: AbortController | undefined;
  let page: TestPage | undefined;
  let silences = 0;

  /** Waits for a random time, which ends early when the phone is to finish. */
  const rest = (longestMs: number) =>
    delay(longestMs * Math.random(), undefined, { signal: finishing.signal }).catch(() => undefined);

  async function comeAndGo(): Promise<void> {
    while (!finishing.signal.aborted) {
      signal = new AbortController();
      page = await openPage(target.lapau.url, { cookie: person.cookie }).catch(() => undefined); // the server may be away
      page?.socket.on('error', () => {}); // its close event tells
      await rest(longestSignalMs);
      if (finishing.signal.aborted) return;
      signal.abort();
      signal = undefined;
      page?.socket.terminate();
      silences += 1;
      await rest(longestSilenceMs);
    }
    signal ??= new AbortController();
  }

  async function write(): Promise<void> {
    while (!finishing.signal.aborted) {
      waiting.push(chooseWrite(target, person));
      await rest(longestPauseMs);
    }
  }

  async function send(): Promise<void> {
    let deadline = Infinity;
    finishing.signal.addEventListener('abort', () => (deadline = performance.now() + patienceMs));
    for (;;) {
      const [first] = waiting;
      if (!first && finishing.signal.aborted) return;
      if (performance.now() > deadline) throw new Error(`${waiting.length} writes of a phone were not acknowledged`);
      if (first && signal && (await isAcknowledged(first, signal.signal))) waiting.shift();
      else await delay(pauseBeforeRepeatMs * (0.5 + Math.random()));
    }
  }

  async function isAcknowledged({ send: request, acknowledge }: Write, network: AbortSignal): Promise<boolean> {
    const loss = Math.random() < lostRequests ? [AbortSignal.timeout(Math.ceil(lostWithinMs * Math.random()))] : [];
    const connection = AbortSignal.any([network, ...loss]);
    try {
      const { status, body } = await request(connection);
      if (status === 200) {
        target.outcome.acknowledged += 1;
        acknowledge(body);
        return true;
      }
      const { code } = body as ErrorEnvelope;
      countAnswer(target.outcome, `${status} ${code}`);
      if (status !== 429 && status !== 503) target.outcome.faults.push(`a write was refused: ${status} ${code}`);
      return isForMinutes({ status, body }) || (status !== 429 && status !== 503);
    } catch (error) {
      // fetch throws this for the network (Fetch standard, section 5.6)
      if (!connection.aborted && !(error instanceof TypeError)) throw error;
      countAnswer(target.outcome, 'no answer');
      return false;
    }
  }

  const everything = Promise.all([comeAndGo(), write(), send()]);
  everything.catch(() => finishing.abort());
  return {
    finish: async () => {
      finishing.abort();
      await everything;
      page?.socket.terminate();
    },
    silences: () => silences,
  };
}
