import { setTimeout as delay } from 'node:timers/promises';
import { realtimeTimes } from '@lapau/contract/signals';
import { WebSocket } from 'ws';
import { megabytes } from '../../shared/table.ts';
import { describe, readFeed } from '../load/read-feed.ts';
import { countAnswer } from '../report.ts';
import { withTarget } from '../target/target.ts';
import type { Person, Target } from '../target/target.ts';
import { underLoad } from '../verify.ts';
import type { Scenario } from './scenario.ts';

const people = 100;
const periods = 5;
const readEveryMs = 400;
/** Growth up to these is no leak: V8 lets its memory grow by a fifth before it collects. */
const [mostGrowth, floorMb] = [1.2, 20];

/**
 * A hundred people with an open page each read the feed, posts, comments, messages and notifications for minutes, and write everything
 * there is to write. In the last fifth the memory has to be that of the second fifth, when caches are full.
 */
export const mixedLoad: Scenario = (outcome, { minutes = 10 }) =>
  withTarget(outcome, { people }, async (target) => {
    const stopping = new AbortController();
    const others = target.people.flatMap((person) => [
      keepReading(target, person, stopping.signal),
      keepOpen(target, person, stopping.signal),
    ]);
    const settled: number[] = [];
    try {
      await underLoad(target, async () => {
        for (let period = 1; period <= periods; period += 1) {
          const served = await readFeed(target, target.people, (minutes * 60_000) / periods);
          settled.push(outcome.memory.after);
          outcome.notes.push(
            `part ${period} of ${periods}: ${megabytes(outcome.memory.after)}, get_feed ${describe(served)}`,
          );
        }
      });
    } finally {
      stopping.abort();
      await Promise.all(others);
    }
    const [second = 0, last = 0] = [settled[1], settled.at(-1)];
    if (last > second * mostGrowth && last > second + floorMb)
      outcome.faults.push(`memory grew from ${megabytes(second)} to ${megabytes(last)}`);
  });

/** Asks for what the screens ask for, one after another. */
async function keepReading({ rawCall, posts, outcome }: Target, person: Person, signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const post = posts[turn % posts.length];
    const asked = [
      ['get_feed', { search_term: 'gulai' }],
      ['get_post_details', { p_post_id: post }],
      ['get_comments_for_post', { p_post_id: post }],
      ['get_user_conversations', {}],
      ['get_notifications', {}],
    ] as const;
    const [name, input] = asked[turn % asked.length] ?? asked[0];
    const answer = await rawCall(name, input, person).catch(() => undefined);
    if (answer?.status !== 200) countAnswer(outcome, answer ? `${answer.status} to ${name}` : 'no answer');
    await delay(readEveryMs * (0.5 + Math.random()), undefined, { signal }).catch(() => {}); // the signal only ends the pause
  }
}

/** Keeps a page open, which answers the server as a browser does. */
async function keepOpen({ lapau }: Target, { cookie }: Person, signal: AbortSignal): Promise<void> {
  const socket = new WebSocket(`${lapau.url.replace('http', 'ws')}/realtime`, { headers: { cookie } });
  socket.on('error', () => {}); // its close event tells
  const ping = setInterval(
    () => socket.readyState === socket.OPEN && socket.send('{"type":"ping"}'),
    realtimeTimes.heartbeatMs,
  );
  signal.addEventListener('abort', () => socket.close());
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(ping);
}
