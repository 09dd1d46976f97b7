import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

type Attack = {
  url: string;
  /** Session cookies of the members who attack; the first one's calls make signals for their own sockets. */
  cookies: [string, ...string[]];
  /** How many sockets each member opens for each kind and pace. A socket that the server closes is opened again. */
  socketsPerKind: number;
  durationMs: number;
  /** The kinds of attack, all of `hostileKinds` unless given. With one kind alone it shows best how much memory that takes. */
  kinds?: string[];
  /** The server's process, whose memory is read; without it none is. */
  pid?: number;
};

type Counts = { opened: number; refused: number; closedByServer: number; bytesSent: number };

type AttackReport = {
  /** The counts of each kind. */
  kinds: Record<string, Counts>;
  /** Resident memory of the server, once a second. */
  rssMb: number[];
};

const opcodes = { continuation: 0, text: 1, binary: 2, ping: 9, pong: 10 };

/** A client's frame (RFC 6455 section 5.2), masked with zeros. */
export function frame(opcode: keyof typeof opcodes, payload: string | Buffer = '', isFinal = true): Buffer {
  const body = Buffer.from(payload);
  const long = body.length > 125;
  const head = Buffer.alloc(long ? 8 : 6);
  head[0] = opcodes[opcode] | (isFinal ? 0x80 : 0);
  head[1] = 0x80 | (long ? 126 : body.length);
  if (long) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

const text = (message: unknown) => frame('text', JSON.stringify(message));
const topics = (count: number, name: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => name(index));
const postTopics = topics(64, (index) => `post:0199a2b4-0000-7000-8000-0000000000${index + 10}`);

/** A socket writes `first` once and `write` again and again. No socket reads. */
type Behaviour = { isMember: boolean; first?: Buffer; write: Buffer };

const kinds: Record<string, Behaviour> = {
  'refused topics': { isMember: true, write: text({ type: 'join', topics: topics(64, () => 'x'.repeat(50)) }) },
  'subscribing and unsubscribing': {
    isMember: true,
    write: Buffer.concat([text({ type: 'join', topics: postTopics }), text({ type: 'leave', topics: postTopics })]),
  },
  'messages that are answered': { isMember: true, write: text({ type: 'ping' }) },
  'WebSocket pings': { isMember: true, write: frame('ping', randomBytes(125)) },
  'unsolicited pongs': { isMember: true, write: frame('pong', randomBytes(125)) },
  'signals never read': { isMember: true, first: text({ type: 'join', topics: ['feed'] }), write: frame('pong') },
  'endless fragments': {
    isMember: true,
    first: frame('text', '{', false),
    write: Buffer.concat([frame('ping', randomBytes(125)), frame('continuation', ' ', false)]),
  },
  'empty fragments': { isMember: true, first: frame('text', '{', false), write: frame('continuation', '', false) },
  'a frame byte by byte': {
    isMember: true,
    first: frame('text', ' '.repeat(4096)).subarray(0, 8),
    write: Buffer.from(' '),
  },
  'a frame over the limit': { isMember: true, write: frame('text', ' '.repeat(5000)) },
  'unknown messages': { isMember: true, write: frame('binary', randomBytes(4000)) },
  'invalid tokens': { isMember: false, write: text({ type: 'auth', token: 'x'.repeat(500) }) },
  'pings instead of a token': { isMember: false, write: frame('ping', randomBytes(125)) },
  silence: { isMember: false, write: Buffer.alloc(0) },
};

const hostileKinds = Object.keys(kinds);

/** The pause between two writes: none, or one that is long enough to stay below the rate limits. */
const pausesMs = { fast: 0, slow: 60 };

/**
 * Attacks a server's /realtime with every kind of message a client can send, by sockets that never read an answer.
 * @returns the counts, after `durationMs`, when all sockets are closed
 */
export async function attackSockets({
  url,
  cookies,
  socketsPerKind,
  durationMs,
  kinds: wanted = hostileKinds,
  pid,
}: Attack): Promise<AttackReport> {
  const report: AttackReport = { kinds: {}, rssMb: [] };
  const stopAt = Date.now() + durationMs;
  const attackers: Promise<void>[] = [];
  for (const [kind, behaviour] of Object.entries(kinds).filter(([name]) => wanted.includes(name))) {
    const counts = { opened: 0, refused: 0, closedByServer: 0, bytesSent: 0 };
    report.kinds[kind] = counts;
    for (const cookie of cookies.flatMap((one) => Array.from({ length: socketsPerKind }, () => one))) {
      for (const pauseMs of Object.values(pausesMs)) {
        attackers.push(attackRepeatedly({ url, cookie, behaviour, pauseMs, stopAt, counts }));
      }
    }
  }
  if (pid !== undefined) attackers.push(sampleMemory(pid, stopAt, report));
  await Promise.all([...attackers, makeSignals(url, cookies[0], stopAt)]);
  return report;
}

type Attacker = {
  url: string;
  cookie: string;
  behaviour: Behaviour;
  pauseMs: number;
  stopAt: number;
  counts: Counts;
};

async function attackRepeatedly({ url, cookie, behaviour, pauseMs, stopAt, counts }: Attacker): Promise<void> {
  const { isMember, first, write } = behaviour;
  while (Date.now() < stopAt) {
    const socket = await openUnreadSocket(url, isMember ? cookie : undefined, stopAt);
    if (!socket) {
      counts.refused += 1;
      await delay(100);
      continue;
    }
    counts.opened += 1;
    if (first) socket.write(first);
    while (!socket.destroyed && Date.now() < stopAt) {
      if (write.length > 0 && socket.writable && !socket.writableNeedDrain) socket.write(write);
      await delay(pauseMs);
    }
    if (socket.destroyed) counts.closedByServer += 1;
    counts.bytesSent += socket.bytesWritten;
    socket.destroy();
  }
}

/**
 * A socket at /realtime that stops reading once it is open: after `ready`, or, without a cookie, after the upgrade.
 * @returns undefined when the server closes it before
 */
async function openUnreadSocket(
  url: string,
  cookie: string | undefined,
  stopAt: number,
): Promise<net.Socket | undefined> {
  const { hostname, port } = new URL(url);
  const socket = net.connect(Number(port), hostname);
  socket.on('error', () => socket.destroy());
  socket.write(
    [
      'GET /realtime HTTP/1.1',
      `Host: ${hostname}:${port}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
      ...(cookie ? [`Cookie: ${cookie}`] : []),
      '\r\n',
    ].join('\r\n'),
  );
  const openedText = cookie ? '"ready"' : '\r\n\r\n';
  const isOpen = await new Promise<boolean>((resolve) => {
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (received.includes(openedText)) resolve(true);
    });
    socket.on('close', () => resolve(false));
    socket.setTimeout(Math.max(1, stopAt - Date.now()), () => resolve(false));
  });
  socket.setTimeout(0).removeAllListeners('data').pause();
  if (isOpen) return socket;
  socket.destroy();
  return undefined;
}

/** Makes calls that send a signal to all sockets of their member: the server has to close those that do not read. */
async function makeSignals(url: string, cookie: string, stopAt: number): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json', origin: url };
  while (Date.now() < stopAt) {
    const answer = await fetch(`${url}/rpc/mark_notifications_read`, { method: 'POST', headers, body: '{}' });
    await answer.arrayBuffer();
    await delay(20);
  }
}

async function sampleMemory(pid: number, stopAt: number, { rssMb }: AttackReport): Promise<void> {
  while (Date.now() < stopAt) {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
    rssMb.push(Math.round(Number(stdout) / 1024));
    await delay(1000);
  }
}
