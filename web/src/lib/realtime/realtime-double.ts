import type { ClientMessage, ServerMessage } from '@lapau/contract/signals';
import { afterEach, beforeEach, vi } from 'vitest';
import { createRealtimeConnection } from './realtime-connection.ts';
import type { RealtimeConnection } from './realtime-connection.ts';
// The connection loads this module lazily; these tests do not wait for that.
import './realtime-polling.ts';

/* Doubles of the network and the page around a realtime connection, for its tests. */

/** A WebSocket whose server side is played by the test. */
export class SocketDouble extends EventTarget {
  static readonly CONNECTING = 0;
  static all: SocketDouble[] = [];
  static get last(): SocketDouble {
    const last = SocketDouble.all.at(-1);
    if (!last) throw new Error('The page has made no socket.');
    return last;
  }
  readyState = SocketDouble.CONNECTING;
  sent: ClientMessage[] = [];

  constructor() {
    super();
    SocketDouble.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as ClientMessage);
  }
  close(code = 1006, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
    this.receive({ type: 'ready' });
  }
  receive(message: ServerMessage): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

export let page: EventTarget;
export let tab: EventTarget & { visibilityState?: string };

beforeEach(() => {
  vi.useFakeTimers();
  // This value gives the middle of the jitter.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  SocketDouble.all = [];
  page = new EventTarget();
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('WebSocket', SocketDouble);
  vi.stubGlobal('document', tab);
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});

afterEach(async () => {
  for (const realtime of started.splice(0)) realtime.close();
  await vi.dynamicImportSettled();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const started: RealtimeConnection[] = [];
type Options = Parameters<typeof createRealtimeConnection>[0];

/** Starts a connection, which ends with its test. */
export const start = () => {
  const callbacks = {
    onSignal: vi.fn<Options['onSignal']>(),
    onResync: vi.fn<Options['onResync']>(),
    onClosedForGood: vi.fn<Options['onClosedForGood']>(),
    onSlow: vi.fn<Options['onSlow']>(),
    ask: vi.fn<Options['ask']>().mockResolvedValue({ messages: [], again_after_ms: 15_000 }),
  };
  const realtime = createRealtimeConnection({ url: 'ws://lapau.test/realtime', ...callbacks });
  started.push(realtime);
  return { ...callbacks, realtime };
};
/** Waits for the code that polls, and for all work that is due at once. */
export const settle = async () => {
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
};
/** How many sockets the page has made. */
export const sockets = () => SocketDouble.all.length;
/** How many pings the last socket was sent. */
export const pings = () => SocketDouble.last.sent.filter(({ type }) => type === 'ping').length;
