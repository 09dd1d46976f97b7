import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { ClientMessage, ServerMessage, Signal, Topic } from '@lapau/contract/signals';
import { WebSocket } from 'ws';

/** An open socket at /realtime, as a page has it. */
export type TestPage = {
  socket: WebSocket;
  say: (message: ClientMessage) => void;
  /** Joins, and comes back when the server has done so. */
  join: (...topics: Topic[]) => Promise<void>;
  /** The next message; rejects when the socket closes before. */
  next: () => Promise<ServerMessage>;
  /** What this process has signalled to the page since it was last asked. */
  signals: () => Promise<[Topic, Signal][]>;
  closed: Promise<{ code: number; reason: string }>;
};

/** Opens a socket and comes back at the server's `ready`. @param headers who asks: cookie, authorization, origin */
export async function openPage(url: string, headers: Record<string, string>): Promise<TestPage> {
  const page = await openSocket(url, headers);
  const first = await page.next();
  if (first.say !== 'ready') throw new Error(`the server said ${JSON.stringify(first)}`);
  return page;
}

/** Opens a socket without waiting for `ready`. Rejects when the upgrade is refused. */
export async function openSocket(
  url: string,
  headers: Record<string, string> = {},
  autoPong = true,
): Promise<TestPage> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`, { headers, autoPong });
  const arrived: ServerMessage[] = [];
  let wake = () => {};
  let over = false;
  socket.on('message', (data) => {
    arrived.push(JSON.parse((data as Buffer).toString()) as ServerMessage);
    wake();
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      over = true;
      wake();
      resolve({ code, reason: reason.toString() });
    });
  });
  await once(socket, 'open');
  const say = (message: ClientMessage) => socket.send(JSON.stringify(message));
  const next = async () => {
    while (arrived.length === 0) {
      if (over) throw new Error('the socket was closed');
      await new Promise<void>((resolve) => (wake = resolve));
    }
    return arrived.shift() as ServerMessage;
  };
  return {
    socket,
    say,
    next,
    signals: async () => {
      say({ do: 'ping' });
      const heard: [Topic, Signal][] = [];
      for (let message = await next(); message.say !== 'pong'; message = await next()) {
        if (message.say === 'signal') heard.push([message.topic, message.signal]);
      }
      return heard;
    },
    closed,
    join: async (...topics) => {
      say({ do: 'join', topics });
      say({ do: 'ping' });
      const answer = await next();
      if (answer.say !== 'pong') throw new Error(`the server said ${JSON.stringify(answer)}`);
    },
  };
}

/** An upgrade that is to be refused, with what the server answers. */
export async function refusedUpgrade(
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; body: unknown }> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime`, { headers });
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const body = await new Response(response as never).json();
  return { status: response.statusCode ?? 0, body };
}
