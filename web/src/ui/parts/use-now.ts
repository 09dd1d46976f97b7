import { useSyncExternalStore } from 'react';
import { serverNow, subscribeToServerTime } from '../../lib/device/server-time.ts';

const minuteMs = 60_000;

function everyMinute(onTick: () => void): () => void {
  const timer = setInterval(onTick, minuteMs);
  const unsubscribe = subscribeToServerTime(onTick);
  return () => {
    clearInterval(timer);
    unsubscribe();
  };
}

/** The present minute by the server's clock, in milliseconds since 1970; what uses it is rendered again every minute. */
export const useNow = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(serverNow() / minuteMs) * minuteMs);
