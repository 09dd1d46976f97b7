import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { requestOnce } from '../../../server/src/testing/one-request.ts';
import { withTarget } from '../target/target.ts';
import type { Target } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

const connectionsAtOnce = 100;
/** How long before or after the signal the connections are opened. */
const maxMs = 60;

/** SIGTERM comes while many connections open with a request each: every one has to be answered or refused, none may be reset. */
export const stops: Scenario = (outcome, { rounds = 20 }) =>
  withTarget(outcome, {}, async (target) => {
    const results = new Map<string, number>();
    for (let round = 0; round < rounds; round += 1) {
      const lead = randomInt(-maxMs, maxMs);
      const ask = async () => {
        await delay(Math.max(0, -lead));
        return Promise.all(
          Array.from({ length: connectionsAtOnce }, (_, index) =>
            requestOnce(target.lapau.url, requestOf(target, index)),
          ),
        );
      };
      const stop = async () => {
        await delay(Math.max(0, lead));
        await target.lapau.stop();
      };
      const [answers] = await Promise.all([ask(), stop()]);
      for (const answer of answers) results.set(answer, (results.get(answer) ?? 0) + 1);
      await target.lapau.start();
      outcome.rounds += 1;
    }
    outcome.notes.push([...results].map(([result, times]) => `${result} × ${times}`).join(', '));
    for (const result of results.keys()) {
      if (!/^(200|503 not_ready|refused)$/.test(result))
        outcome.faults.push(`a request of a stop ended with ${result}`);
    }
  });

function requestOf({ lapau, people }: Target, index: number): string {
  const head = [
    'POST /rpc/get_feed HTTP/1.1',
    `Host: ${new URL(lapau.url).host}`,
    `Cookie: ${people[index % people.length]?.cookie}`,
    'Content-Type: application/json',
    'Content-Length: 2',
    'Connection: close',
  ];
  return [...head, '', '{}'].join('\r\n');
}
