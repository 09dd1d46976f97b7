import type { Read } from '@lapau/contract/known';
import { realtimeTimes, signalTypes, socketCloses } from '@lapau/contract/signals';
import type { ClientMessage, ServerMessage, SessionEnd, Signal, Topic } from '@lapau/contract/signals';
import { createLazyCode, whenLoaded } from '../device/lazy-code.ts';
import { noteAnswer } from '../network/follow-network.ts';
import { freshForMs } from '../query/fresh-for.ts';
import type { Polling, PollingOptions } from './realtime-polling.ts';

/** `waiting` is the pause before the next attempt; `closed` is final. */
type State = 'connecting' | 'open' | 'waiting' | 'closed';

type Options = {
  /** ws: or wss: address of /realtime. The browser sends the session cookie with it. */
  url: string;
  onSignal: (topic: Topic, signal: Signal) => void;
  /** Called when signals may have been missed: everything on the screen is to be refetched. */
  onResync: () => void;
  /** Called when the session has ended and the page cannot reconnect. `unauthenticated`: there was no session. */
  onClosedForGood: (reason: Read<SessionEnd> | 'unauthenticated') => void;
} & Pick<PollingOptions, 'ask' | 'onSlow'>;

export type RealtimeConnection = {
  /** Subscriptions to the same topic are counted. @returns unsubscribes; calling it twice is harmless */
  subscribe: (topic: Topic) => () => void;
  /** Ends the connection for good, as signing out does. */
  close: () => void;
};

/** The longest time between the request for a screen's data and the screen's subscription. */
const requestedForMs = freshForMs + 5_000;
/** The page begins to poll after this many sockets in a row have failed or were cut. */
const failuresBeforePolling = 2;

export const pollingCode = createLazyCode(() => import('./realtime-polling.ts'));

/**
 * The page's one connection to the server, with the heartbeat and reconnect delays of product.md#constants. It reconnects at once
 * when the device comes online or the page becomes visible. A person's own topic needs no subscription. In a network where no socket
 * lasts it polls, and goes on trying sockets (D134).
 */
export function createRealtimeConnection(options: Options): RealtimeConnection {
  const { url, onSignal, onResync, onClosedForGood, ask } = options;
  /** How many subscribers each topic has on this page. */
  const subscribers = new Map<Topic, number>();
  /** The topics that were sent to the server on the current socket. */
  const joined = new Set<Topic>();
  let socket: WebSocket | undefined;
  let state: State = 'closed';
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** How many sockets in a row have not become ready, and how many ready ones in a row were cut before their first heartbeat. */
  let failures = 0;
  let cuts = 0;
  let readyAt = 0;
  let pingedAt = 0;
  /** The time, by the page's clock, up to which the page has heard of everything. */
  let followedUntil = 0;
  let polling: Polling | undefined;
  let isSlow = false;
  /** Whether the first connection is still to open, with no interruption: the server sends it the signals since the page’s start. */
  let isPageNew = true;

  const startTimer = (delayMs: number, then: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(then, delayMs);
  };

  const send = (message: ClientMessage) => socket?.send(JSON.stringify(message));

  const connect = () => {
    state = 'connecting';
    const next = new WebSocket(url);
    socket = next;
    next.addEventListener('message', ({ data }) => {
      if (next === socket) receive(JSON.parse(data as string) as ServerMessage);
    });
    next.addEventListener('close', ({ code, reason }) => {
      if (next === socket) onClose(code, reason);
    });
    startTimer(realtimeTimes.timeoutMs, reconnectLater);
  };

  const receive = (message: ServerMessage) => {
    if (message.type === 'ready') onReady();
    else if (message.type === 'pong') onPong();
    else if (message.type === 'signal') receiveSignal(message);
    else if (message.type === 'resync') onResync();
  };

  const receiveSignal = ({ topic, signal }: Extract<ServerMessage, { type: 'signal' }>) => {
    if (Object.hasOwn(signalTypes, signal.type)) onSignal(topic, signal);
  };

  const onReady = () => {
    noteAnswer();
    failures = 0;
    state = 'open';
    readyAt = performance.now();
    const missedMs = readyAt - followedUntil + requestedForMs;
    if (isSlow && missedMs <= realtimeTimes.catchUpMs) {
      join([...subscribers.keys()], missedMs);
      // The pong comes after the missed signals; without the ping the socket might be cut unnoticed before all have come.
      ping();
    } else {
      startTimer(realtimeTimes.heartbeatMs, ping);
      join([...subscribers.keys()], isPageNew ? readyAt : 0);
      if (!isPageNew) onResync();
      followedUntil = readyAt;
    }
    isPageNew = false;
    if (cuts > 1) polling?.pause();
    else polling?.end();
  };

  const ping = () => {
    pingedAt = performance.now();
    send({ type: 'ping' });
    startTimer(realtimeTimes.timeoutMs, reconnectLater);
  };

  const onPong = () => {
    followedUntil = pingedAt;
    if (hasLasted()) {
      cuts = 0;
      polling?.end();
    }
    startTimer(realtimeTimes.heartbeatMs, ping);
  };

  const hasLasted = (): boolean => performance.now() - readyAt >= realtimeTimes.heartbeatMs;

  const pollWithoutSocket = async () => {
    const { createPolling } = await whenLoaded(pollingCode);
    if (state === 'open' || state === 'closed') return;
    polling ??= createPolling({
      ask,
      followed: () => ({ topics: [...subscribers.keys()], until: followedUntil }),
      onMessages: (messages, until) => {
        followedUntil = until;
        for (const message of messages) receive(message as ServerMessage);
      },
      onSlow: (value) => {
        isSlow = value;
        options.onSlow(value);
      },
      onSessionOver: () => closeForGood('unauthenticated'),
    });
    polling.noteFailure();
  };

  /** Abandons a socket without waiting for its close event, which may take minutes on a dead network. */
  const drop = () => {
    clearTimeout(timer);
    const last = socket;
    socket = undefined;
    joined.clear();
    // Closing a socket that is still connecting would log an error in the console.
    if (last?.readyState === WebSocket.CONNECTING) last.addEventListener('open', () => last.close());
    else last?.close();
  };

  const reconnectLater = () => {
    drop();
    if (state !== 'open') failures += 1;
    else cuts = hasLasted() ? 0 : cuts + 1;
    state = 'waiting';
    isPageNew = false;
    const inARow = Math.max(1, failures + cuts);
    const delayMs = realtimeTimes.reconnectDelaysMs[inARow - 1] ?? realtimeTimes.reconnectDelaysMs.at(-1) ?? 0;
    startTimer(withJitter(delayMs), connect);
    if (inARow >= failuresBeforePolling && navigator.onLine) void pollWithoutSocket();
  };

  const onClose = (code: number, reason: string) => {
    if (code === socketCloses.unauthenticated) return closeForGood('unauthenticated');
    if (code === socketCloses.suspended || code === socketCloses.sessionEnded)
      return closeForGood(reason as SessionEnd);
    reconnectLater();
  };

  const closeForGood = (reason: SessionEnd | 'unauthenticated') => {
    close();
    onClosedForGood(reason);
  };

  /** After a change of network or a sleep a dead socket still looks open: probe it, or reconnect, at once. */
  const checkConnection = () => {
    if (state === 'waiting') connect();
    else if (state === 'open') ping();
  };
  const checkWhenVisible = () => {
    if (document.visibilityState !== 'visible') return;
    checkConnection();
    polling?.askNow();
  };

  /** Requests since the page's start may have failed, and the next network may let sockets through. */
  const onOffline = () => {
    isPageNew = false;
    failures = 0;
    cuts = 0;
    polling?.end();
  };

  const close = () => {
    removeEventListener('online', checkConnection);
    removeEventListener('offline', onOffline);
    document.removeEventListener('visibilitychange', checkWhenVisible);
    drop();
    state = 'closed';
    polling?.end();
  };

  /** @param ageMs the longest time since the data was requested that the topics keep up to date */
  const join = (topics: Topic[], ageMs: number) => {
    for (const topic of topics) joined.add(topic);
    send({ type: 'join', topics, age_ms: Math.round(Math.min(ageMs, realtimeTimes.catchUpMs)) });
  };

  const syncTopics = () => {
    if (state !== 'open') return;
    const added = [...subscribers.keys()].filter((topic) => !joined.has(topic));
    const removed = [...joined].filter((topic) => !subscribers.has(topic));
    for (const topic of removed) joined.delete(topic);
    if (removed.length > 0) send({ type: 'leave', topics: removed });
    if (added.length > 0) join(added, Math.min(performance.now(), requestedForMs));
  };

  const countSubscriber = (topic: Topic, change: 1 | -1) => {
    const count = (subscribers.get(topic) ?? 0) + change;
    if (count > 0) subscribers.set(topic, count);
    else subscribers.delete(topic);
    // A screen subscribes to several topics at once, and the next screen often to those that the last one dropped.
    queueMicrotask(syncTopics);
  };

  addEventListener('online', checkConnection);
  addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', checkWhenVisible);
  connect();

  return {
    subscribe: (topic) => {
      let isSubscribed = true;
      countSubscriber(topic, 1);
      return () => {
        if (isSubscribed) countSubscriber(topic, -1);
        isSubscribed = false;
      };
    },
    close,
  };
}

/** ± 20 % at random, so that after an outage not all pages reconnect in the same instant. */
const withJitter = (delayMs: number): number => delayMs * (0.8 + 0.4 * Math.random());
