import { once } from 'node:events';
import { WebSocket } from 'ws';
import { median } from '../../shared/rounds.ts';
import { milliseconds } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { conversationId, cookieOf } from '../data/data.ts';
import { load, send } from '../load/wrk.ts';
import { startLapauProgram } from '../programs/start.ts';
import { readers } from './bench.ts';
import type { Bench } from './bench.ts';

const sendsPerSecond = 50;
const [openAtOnce, samples] = [50, 200];
/** Numbers of members who have a stall. */
const sampledStalls = [20, 40, 60, 80, 100, 120, 140, 160, 180, 200];
const [maxKilobytes, maxMessageMs, maxFeedMs] = [20, 150, 500];

/** Measures what connected people cost, and how soon they see a message and a change of the feed while others send. */
export async function measureConnections({ databaseUrl, sizes, rounds, seconds }: Bench): Promise<Row[]> {
  const lapau = await startLapauProgram(databaseUrl);
  try {
    for (const n of sampledStalls) await send(lapau.url, opening(n, true));
    const before = lapau.memory();
    const sockets = await connect(lapau.url);
    const kilobytes = ((lapau.memory() - before) * 1024) / readers;

    const sends = Array.from({ length: seconds * rounds * sendsPerSecond }, (_, index) =>
      messageOf(1 + (index % readers)),
    );
    const [underLoad, { messages, changes }] = await Promise.all([
      load(lapau.url, sends, { connections: 16, seconds: seconds * rounds, perSecond: sendsPerSecond }),
      sample(lapau.url, sockets, sizes.stalls),
    ]);
    for (const socket of sockets) socket.terminate();

    const sorted = messages.toSorted((a, b) => a - b);
    const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Infinity;
    const change = median(changes);
    return [
      {
        what: `memory of each of ${readers} connections`,
        measured: `${kilobytes.toFixed(1)} kB`,
        budget: `<= ${maxKilobytes} kB`,
        isMet: kilobytes <= maxKilobytes,
      },
      {
        what: `a message, from its sending to the recipient’s screen, p99 of ${samples}, ${underLoad.rate.toFixed(0)}/s sent by others`,
        measured: `${milliseconds(p99)}, p50 ${milliseconds(median(messages))}`,
        budget: `<= ${maxMessageMs} ms`,
        isMet: p99 <= maxMessageMs,
      },
      {
        what: `a stall opened, to the last of ${readers} connections`,
        measured: milliseconds(change),
        budget: `<= ${maxFeedMs} ms`,
        isMet: change <= maxFeedMs,
      },
    ];
  } finally {
    await lapau.stop();
  }
}

/** Makes the n-th member's message to their cook, who is the member `1 + n % stalls` (fill.sql). */
const messageOf = (n: number, id = crypto.randomUUID()) => ({
  path: '/rpc/send_message',
  cookie: cookieOf(n),
  body: { id, p_conversation_id: conversationId(n), p_content: 'Lamak bana! Besok ada lagi?' },
});

const opening = (n: number, is_open: boolean) => ({
  path: '/rpc/set_warung_open',
  cookie: cookieOf(n),
  body: { is_open },
});

/** Opens a page for each reader, subscribed to the feed. */
async function connect(url: string): Promise<WebSocket[]> {
  const sockets: WebSocket[] = [];
  for (let n = 1; n <= readers; n += openAtOnce) {
    const group = Array.from({ length: openAtOnce }, (_, index) => {
      const headers = { cookie: cookieOf(n + index) };
      return new WebSocket(`${url.replace('http', 'ws')}/realtime`, { headers, perMessageDeflate: false });
    });
    await Promise.all(group.map((socket) => once(socket, 'message')));
    for (const socket of group) socket.send(JSON.stringify({ type: 'join', topics: ['feed'] }));
    sockets.push(...group);
  }
  return sockets;
}

/** @returns milliseconds until each sampled message was received, and until everybody had each sampled change of the feed */
async function sample(url: string, sockets: WebSocket[], stalls: number) {
  const messages: number[] = [];
  const changes: number[] = [];
  for (let n = 1; n <= samples; n += 1) {
    const recipient = sockets[n % stalls];
    if (!recipient) throw new Error(`member ${1 + (n % stalls)} is not connected`);
    const message = messageOf(n);
    messages.push(
      await timed(
        () => send(url, message),
        [recipient],
        (text) => text.includes(message.body.id),
      ),
    );
    if (!sampledStalls.includes(n)) continue;
    for (const isOpen of [false, true]) {
      changes.push(
        await timed(
          () => send(url, opening(n, isOpen)),
          sockets,
          (text) => text.includes('feed_changed'),
        ),
      );
    }
  }
  return { messages, changes };
}

/** @returns milliseconds from the request until all sockets have received a message for which `isAwaited` is true */
async function timed(
  request: () => Promise<unknown>,
  sockets: WebSocket[],
  isAwaited: (text: string) => boolean,
): Promise<number> {
  const start = performance.now();
  const received = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        const listen = (data: { toString: () => string }) => {
          if (!isAwaited(data.toString())) return;
          socket.off('message', listen);
          resolve();
        };
        socket.on('message', listen);
      }),
  );
  await Promise.all([request(), ...received]);
  return performance.now() - start;
}
