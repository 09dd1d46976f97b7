import { realtimeTimes, socketCloses } from '@lapau/contract/signals';
import type { ClientMessage, ServerMessage, SessionEnd, Signal, Topic } from '@lapau/contract/signals';

/** `waiting` is the pause before the next try; `closed` is for good. */
type State = 'connecting' | 'open' | 'waiting' | 'closed';

type Options = {
  /** ws: or wss: address of /realtime. The session cookie goes along. */
  url: string;
  onSignal: (topic: Topic, signal: Signal) => void;
  /** Signals may have been missed: everything visible is to be fetched again (D36). */
  onResync: () => void;
  /** The session is over, and there is no coming back with it (D7, D10). `unauthenticated`: there was none. */
  onClosedForGood: (reason: SessionEnd | 'unauthenticated') => void;
};

export type RealtimeConnection = {
  /** Joins a topic for as long as somebody wants it. @returns gives it up again; calling that twice is harmless */
  join: (topic: Topic) => () => void;
  /** Ends the connection for good, as signing out does. */
  close: () => void;
};

/**
 * The page's one connection to the server, kept up with the heartbeat and the delays of product.md#constants. It tries again
 * at once when the device is online or the page is looked at again. A person's own topic needs no joining.
 */
export function createRealtimeConnection({ url, onSignal, onResync, onClosedForGood }: Options): RealtimeConnection {
  const wanted = new Map<Topic, number>();
  const told = new Set<Topic>();
  let socket: WebSocket | undefined;
  let state: State = 'closed';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  /** Whether this is a first connection at the first try: what is on screen is then as new as the page. */
  let isFresh = true;

  const after = (delay: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, delay);
  };

  const say = (message: ClientMessage) => socket?.send(JSON.stringify(message));

  const connect = () => {
    state = 'connecting';
    const next = new WebSocket(url);
    socket = next;
    next.addEventListener('message', ({ data }) => {
      if (next === socket) hear(JSON.parse(data as string) as ServerMessage);
    });
    next.addEventListener('close', ({ code, reason }) => {
      if (next === socket) closed(code, reason);
    });
    after(realtimeTimes.timeout, lose);
  };

  const hear = (message: ServerMessage) => {
    if (message.say === 'ready') opened();
    else if (message.say === 'pong') after(realtimeTimes.heartbeat, ping);
    else if (message.say === 'signal') onSignal(message.topic, message.signal);
    else if (message.say === 'resync') onResync();
  };

  const opened = () => {
    failures = 0;
    state = 'open';
    after(realtimeTimes.heartbeat, ping);
    tellTopics();
    if (!isFresh) onResync();
    isFresh = false;
  };

  const ping = () => {
    say({ do: 'ping' });
    after(realtimeTimes.timeout, lose);
  };

  /** Gives a socket up without waiting for its end, which a dead network may not tell for minutes. */
  const drop = () => {
    clearTimeout(timer);
    const last = socket;
    socket = undefined;
    told.clear();
    // closing a socket that is still connecting would be an error in the console
    if (last?.readyState === WebSocket.CONNECTING) last.addEventListener('open', () => last.close());
    else last?.close();
  };

  const lose = () => {
    drop();
    state = 'waiting';
    isFresh = false;
    const delayMs = realtimeTimes.reconnect[failures] ?? realtimeTimes.reconnect.at(-1) ?? 0;
    failures += 1;
    after(withJitter(delayMs), connect);
  };

  const closed = (code: number, reason: string) => {
    if (code === socketCloses.unauthenticated) return endForGood('unauthenticated');
    if (code === socketCloses.suspended || code === socketCloses.sessionEnded) return endForGood(reason as SessionEnd);
    lose();
  };

  const endForGood = (reason: SessionEnd | 'unauthenticated') => {
    close();
    onClosedForGood(reason);
  };

  /** A network that changed and a page that slept leave sockets that look open: ask, or try again, at once. */
  const lookAlive = () => {
    if (state === 'waiting') connect();
    else if (state === 'open') ping();
  };
  const lookAliveWhenSeen = () => {
    if (document.visibilityState === 'visible') lookAlive();
  };

  const close = () => {
    removeEventListener('online', lookAlive);
    document.removeEventListener('visibilitychange', lookAliveWhenSeen);
    drop();
    state = 'closed';
  };

  const tellTopics = () => {
    if (state !== 'open') return;
    const join = [...wanted.keys()].filter((topic) => !told.has(topic));
    const leave = [...told].filter((topic) => !wanted.has(topic));
    for (const topic of join) told.add(topic);
    for (const topic of leave) told.delete(topic);
    if (leave.length > 0) say({ do: 'leave', topics: leave });
    if (join.length > 0) say({ do: 'join', topics: join });
  };

  const want = (topic: Topic, change: 1 | -1) => {
    const count = (wanted.get(topic) ?? 0) + change;
    if (count > 0) wanted.set(topic, count);
    else wanted.delete(topic);
    // a screen joins many at once, and the next one often what the last one left
    queueMicrotask(tellTopics);
  };

  addEventListener('online', lookAlive);
  document.addEventListener('visibilitychange', lookAliveWhenSeen);
  connect();

  return {
    join: (topic) => {
      let isWanted = true;
      want(topic, 1);
      return () => {
        if (isWanted) want(topic, -1);
        isWanted = false;
      };
    },
    close,
  };
}

/** ± 20 % at random, so that a village does not come back in one instant (D62). */
const withJitter = (delayMs: number): number => delayMs * (0.8 + 0.4 * Math.random());
