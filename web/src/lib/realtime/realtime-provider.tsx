import type { Read } from '@lapau/contract/known';
import type { SessionEnd, Signal, Topic } from '@lapau/contract/signals';
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../calls/api.ts';
import { createRealtimeConnection } from './realtime-connection.ts';
import type { RealtimeConnection } from './realtime-connection.ts';

type Realtime = {
  subscribe: (topic: Topic) => () => void;
  listen: (listener: (signal: Signal, topic: Topic) => void) => () => void;
};

const RealtimeContext = createContext<Realtime | null>(null);
const SlowContext = createContext(false);

type RealtimeProviderProps = {
  /** The person whose connection it is; null closes it. */
  personId: string | null;
  /** Called when signals may have been missed. */
  onResync: () => void;
  /** Called when the session has ended, or there was none. */
  onEnd: (reason: Read<SessionEnd> | 'unauthenticated') => void;
  children: ReactNode;
};

/** Keeps the page's realtime connection for the person who is signed in. */
export function RealtimeProvider({ personId, onResync, onEnd, children }: RealtimeProviderProps) {
  const connection = useRef<RealtimeConnection>(undefined);
  // Subscriptions outlive a connection: they are made before there is one, and made again on the next one.
  const [subscriptions] = useState(() => new Map<symbol, { topic: Topic; unsubscribe?: () => void }>());
  const [listeners] = useState(() => new Set<(signal: Signal, topic: Topic) => void>());
  const [isSlow, setIsSlow] = useState(false);
  const resync = useEffectEvent(onResync);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (personId === null) return;
    const url = new URL('/realtime', window.location.href);
    url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const realtime = createRealtimeConnection({
      url: url.href,
      onSignal: (topic, signal) => {
        for (const listener of listeners) listener(signal, topic);
      },
      onResync: () => resync(),
      onClosedForGood: (reason) => end(reason),
      ask: (input) => api.get_signals(input),
      onSlow: setIsSlow,
    });
    connection.current = realtime;
    for (const entry of subscriptions.values()) entry.unsubscribe = realtime.subscribe(entry.topic);
    return () => {
      connection.current = undefined;
      for (const entry of subscriptions.values()) entry.unsubscribe = undefined;
      realtime.close();
    };
  }, [personId, subscriptions, listeners]);

  const value = useMemo(
    (): Realtime => ({
      subscribe: (topic) => {
        const key = Symbol(topic);
        subscriptions.set(key, { topic, unsubscribe: connection.current?.subscribe(topic) });
        return () => {
          subscriptions.get(key)?.unsubscribe?.();
          subscriptions.delete(key);
        };
      },
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    [subscriptions, listeners],
  );

  return (
    <RealtimeContext value={value}>
      <SlowContext value={isSlow}>{children}</SlowContext>
    </RealtimeContext>
  );
}

/** Whether the network lets no socket through, so that news comes with a delay (D134). */
export const useFollowsSlowly = (): boolean => use(SlowContext);

function useRealtime(): Realtime {
  const value = use(RealtimeContext);
  if (!value) throw new Error('useRealtime must be used within a RealtimeProvider');
  return value;
}

/** Subscribes the page to a topic while this component is mounted. One's own `user:` topic needs no subscription. */
export function useTopic(topic: Topic): void {
  const { subscribe } = useRealtime();
  useEffect(() => subscribe(topic), [subscribe, topic]);
}

/** Calls `onSignal` for every signal of every topic the page is subscribed to. */
export function useSignal(onSignal: (signal: Signal, topic: Topic) => void): void {
  const { listen } = useRealtime();
  const receive = useEffectEvent(onSignal);
  useEffect(() => listen((signal, topic) => receive(signal, topic)), [listen]);
}

/**
 * Whether all posts of a person may have changed, and their stall, comments and likes too: after a suspension, the deletion of an account
 * or the renaming of a stall.
 */
export const concernsManyPosts = (signal: Signal): boolean => signal.type === 'feed_changed' && !signal.post_id;
