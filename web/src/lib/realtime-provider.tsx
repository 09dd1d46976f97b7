import type { SessionEnd, Signal, Topic } from '@lapau/contract/signals';
import { createContext, use, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { createRealtimeConnection } from './realtime-connection.ts';
import type { RealtimeConnection } from './realtime-connection.ts';

interface PageRealtime {
  join: (topic: Topic) => () => void;
  listen: (listener: (signal: Signal, topic: Topic) => void) => () => void;
}

const RealtimeContext = createContext<PageRealtime | null>(null);

interface RealtimeProviderProps {
  /** Whose connection it is; null closes it. */
  personId: string | null;
  /** Signals may have been missed. */
  onResync: () => void;
  /** The server says that the session is over, or that there was none. */
  onEnd: (reason: SessionEnd | 'unauthenticated') => void;
  children: ReactNode;
}

/** Keeps the page's realtime connection for the person who is signed in. */
export function RealtimeProvider({ personId, onResync, onEnd, children }: RealtimeProviderProps) {
  const connection = useRef<RealtimeConnection>(undefined);
  // Topics are wanted before there is a connection, and by the next one too.
  const [joins] = useState(() => new Map<symbol, { topic: Topic; leave?: () => void }>());
  const [listeners] = useState(() => new Set<(signal: Signal, topic: Topic) => void>());
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
    });
    connection.current = realtime;
    for (const wish of joins.values()) wish.leave = realtime.join(wish.topic);
    return () => {
      connection.current = undefined;
      for (const wish of joins.values()) wish.leave = undefined;
      realtime.close();
    };
  }, [personId, joins, listeners]);

  const live = useMemo(
    (): PageRealtime => ({
      join: (topic) => {
        const name = Symbol(topic);
        joins.set(name, { topic, leave: connection.current?.join(topic) });
        return () => {
          joins.get(name)?.leave?.();
          joins.delete(name);
        };
      },
      listen: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    }),
    [joins, listeners],
  );

  return <RealtimeContext value={live}>{children}</RealtimeContext>;
}

function useRealtime(): PageRealtime {
  const live = use(RealtimeContext);
  if (!live) throw new Error('Signals are heard within a RealtimeProvider only.');
  return live;
}

/** Receives the signals of a topic while this component is on the screen. The own `user:` topic comes by itself. */
export function useTopic(topic: Topic): void {
  const { join } = useRealtime();
  useEffect(() => join(topic), [join, topic]);
}

/** Hears every signal of every topic that somebody on the page has joined. */
export function useSignal(onSignal: (signal: Signal, topic: Topic) => void): void {
  const { listen } = useRealtime();
  const hear = useEffectEvent(onSignal);
  useEffect(() => listen((signal, topic) => hear(signal, topic)), [listen]);
}

/**
 * Whether all posts of a person may have changed, and what else shows of them: their stall, comments and likes. So it is
 * after a suspension, a deleted account, or a new name of a stall.
 */
export const concernsManyPosts = (signal: Signal): boolean => signal.type === 'feed_changed' && !signal.post_id;
