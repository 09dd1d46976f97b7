import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;

function everyMinute(onTick: () => void): () => void {
  const timer = setInterval(onTick, minuteMs);
  return () => clearInterval(timer);
}

/** The present minute in milliseconds since 1970; what uses it is rendered again every minute. */
export const useNow = (): number =>
  useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minuteMs) * minuteMs);
