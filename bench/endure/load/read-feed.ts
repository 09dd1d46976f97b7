import { setTimeout as delay } from 'node:timers/promises';
import { processorSeconds } from '../../shared/processor.ts';
import { countAnswer } from '../report.ts';
import type { Person, Target } from '../target/target.ts';

/** How long get_feed took in milliseconds, and how much of a processor the server used. */
export type Served = { p50: number; p99: number; processor: number };

const readEveryMs = 50;

/** Asks for the feed as one member after another, each of whom stays within the limit of requests. */
export async function readFeed(
  { rawCall, lapau, outcome }: Target,
  people: Person[],
  durationMs: number,
): Promise<Served> {
  const times: number[] = [];
  const [begunAt, processorBefore] = [performance.now(), processorSeconds(lapau.pid())];
  const until = begunAt + durationMs;
  for (let turn = 0; performance.now() < until; turn += 1) {
    const begun = performance.now();
    const answer = await rawCall('get_feed', {}, people[turn % people.length]).catch(() => undefined);
    if (answer?.status !== 200) countAnswer(outcome, answer ? `${answer.status} to get_feed` : 'no answer');
    times.push(performance.now() - begun);
    await delay(readEveryMs);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(share * (times.length - 1))] ?? Number.NaN;
  const processor = (processorSeconds(lapau.pid()) - processorBefore) / ((performance.now() - begunAt) / 1000);
  return { p50: at(0.5), p99: at(0.99), processor };
}

export const describe = ({ p50, p99, processor }: Served): string =>
  `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${Math.round(100 * processor)} % of a processor`;
