import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ClientMessage, ServerMessage, Signal, Topic } from '@lapau/contract/signals';
import { WebSocket } from 'ws';

/** An open socket at /realtime, as a page has it. */
export type TestPage = {
  socket: WebSocket;
  send: (message: ClientMessage) => void;
  /** Subscribes to the topics; resolves when the server has done so. */
  join: (...topics: Topic[]) => Promise<void>;
  /** The next message; rejects when the socket closes before. */
  next: () => Promise<ServerMessage>;
  /** The signals that arrived since the last call. */
  signals: () => Promise<[Topic, Signal][]>;
  /** Waits for the next `count` signals: `profile_changed` comes late, as the page's session is read again before it is sent. */
  nextSignals: (count: number) => Promise<[Topic, Signal][]>;
  closed: Promise<{ code: number; reason: string }>;
};

/** Opens a socket; resolves at the server's `ready`. @param headers cookie, authorization, origin */
export async function openPage(url: string, headers: Record<string, string>): Promise<TestPage> {
  const page = await openSocket(url, headers);
  const first = await page.next();
  if (first.type !== 'ready') throw new Error(`the server sent ${JSON.stringify(first)}`);
  return page;
}

/** Opens a socket without waiting for `ready`. Rejects when the upgrade is refused. */
export async function openSocket(
  url: string,
  headers: Record<string, string> = {},
  autoPong = true,
): Promise<TestPage> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`, { headers, autoPong });
  const received: ServerMessage[] = [];
  let wake = () => {};
  let isClosed = false;
  socket.on('message', (data) => {
    received.push(JSON.parse((data as Buffer).toString()) as ServerMessage);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      isClosed = true;
      wake();
      resolve({ code, reason: reason.toString() });
    });
  });
  await once(socket, 'open');
  const send = (message: ClientMessage) => socket.send(JSON.stringify(message));
  const next = async () => {
    while (received.length === 0) {
      if (isClosed) throw new Error('the socket was closed');
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return received.shift() as ServerMessage;
  };
  return {
    socket,
    send,
    next,
    signals: async () => {
      send({ type: 'ping' });
      const signals: [Topic, Signal][] = [];
      for (let message = await next(); message.type !== 'pong'; message = await next()) {
        if (message.type === 'signal') signals.push([message.topic, message.signal]);
      }
      return signals;
    },
    nextSignals: async (count) => {
      const signals: [Topic, Signal][] = [];
      while (signals.length < count) {
        const message = await next();
        if (message.type === 'signal') signals.push([message.topic, message.signal]);
      }
      return signals;
    },
    closed,
    join: async (...topics) => {
      send({ type: 'join', topics });
      send({ type: 'ping' });
      const reply = await next();
      if (reply.type !== 'pong') throw new Error(`the server sent ${JSON.stringify(reply)}`);
    },
  };
}

/** Requests an upgrade that the server refuses. @returns its answer */
export async function refusedUpgrade(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`, { headers });
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const body = await new Response(response as never).json();
  return { status: response.statusCode ?? 0, body };
}
