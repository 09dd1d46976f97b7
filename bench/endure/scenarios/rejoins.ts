import { setTimeout as delay } from 'node:timers/promises';
import { realtimeTimes } from '@lapau/contract/signals';
import type { ClientMessage } from '@lapau/contract/signals';
import { WebSocket } from 'ws';
import { realtimeLimits } from '../../../server/src/platform/realtime/socket-limits.ts';
import { describe, readFeed } from '../load/read-feed.ts';
import { withTarget } from '../target/target.ts';
import type { Person, Target } from '../target/target.ts';
import type { Scenario } from './scenario.ts';

const attackers = 3;
const likeEveryMs = 100;
/** The pause between two joins of a socket, which uses up in seconds what a person may send. */
const joinEveryMs = 60;
/** Longer than the minute of signals that a server which has just started does not have yet. */
const idleMs = 70_000;
/** How many times slower the others may be served under the attack; below the floor nobody notices. */
const [maxSlowdown, floorMs] = [3, 20];

/**
 * Members with as many sockets as they may have join the same topics again and again, asking each time for all signals of the
 * last minute, while others like. The feed of one more member has to come as fast as without them.
 */
export const rejoins: Scenario = (outcome, { minutes = 5 }) =>
  withTarget(outcome, {}, async (target) => {
    const hostile = target.people.slice(0, attackers);
    const honest = target.people.slice(attackers);
    const counts = { messages: 0, bytes: 0, closed: 0 };
    const stopping = new AbortController();
    const others = [keepLiking(target, honest, stopping.signal)];
    try {
      const idle = await readFeed(target, honest, idleMs);
      for (const { cookie } of hostile) {
        for (let sockets = 0; sockets < realtimeLimits.socketsPerMember; sockets += 1)
          others.push(rejoin(target, cookie, counts, stopping.signal));
      }
      const attacked = await readFeed(target, honest, minutes * 60_000);
      outcome.notes.push(
        `${counts.messages} joins and leaves, answered with ${(counts.bytes / 1e6).toFixed(1)} MB, ${counts.closed} sockets closed`,
        `another member’s get_feed ${describe(idle)} before, ${describe(attacked)} meanwhile`,
      );
      if (attacked.p99 > maxSlowdown * Math.max(floorMs, idle.p99))
        outcome.faults.push(`get_feed took more than ${maxSlowdown} times as long as without the attack`);
      outcome.rounds += 1;
    } finally {
      stopping.abort();
      await Promise.all(others);
    }
  });

/** Keeps one socket of an attacker, which is opened again, as a page would, when the server has closed it. */
async function rejoin(
  { lapau, posts }: Target,
  cookie: string,
  counts: { messages: number; bytes: number; closed: number },
  signal: AbortSignal,
): Promise<void> {
  const join = (topics: string[]): ClientMessage => ({ type: 'join', topics, age_ms: realtimeTimes.catchUpMs });
  const topics = posts.map((id) => `post:${id}`);
  const messages = [
    join(['feed']),
    join(topics),
    { type: 'leave', topics } satisfies ClientMessage,
    join([...topics, ...topics, ...topics]),
    join(Array.from({ length: 64 }, () => 'admin')),
  ].map((message) => JSON.stringify(message));
  while (!signal.aborted) {
    const socket = new WebSocket(`${lapau.url.replace('http', 'ws')}/realtime`, { headers: { cookie } });
    socket.on('error', () => {}); // its close event tells
    socket.on('message', (data: Buffer) => (counts.bytes += data.length));
    await new Promise((resolve) => socket.once('message', resolve).once('close', resolve));
    for (let turn = 0; socket.readyState === socket.OPEN && !signal.aborted; turn += 1) {
      socket.send(messages[turn % messages.length] ?? '');
      counts.messages += 1;
      await delay(joinEveryMs);
    }
    if (!signal.aborted) counts.closed += 1;
    socket.terminate();
    await delay(realtimeTimes.reconnectDelaysMs[0]);
  }
}

/** Makes signals for the joined topics: everybody likes every post in turn, and then takes it back. */
async function keepLiking({ rawCall, posts }: Target, people: Person[], signal: AbortSignal): Promise<void> {
  for (let turn = 0; !signal.aborted; turn += 1) {
    const round = Math.floor(turn / people.length);
    const input = {
      post_id_to_toggle: posts[round % posts.length],
      liked: Math.floor(round / posts.length) % 2 === 0,
    };
    await rawCall('toggle_like', input, people[turn % people.length]).catch(() => {}); // the server is busy, which is no fault here
    await delay(likeEveryMs);
  }
}
