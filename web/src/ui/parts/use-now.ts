import { useSyncExternalStore } from 'react';
import { page } from '../../lib/calls/boot.ts';
import { useIsServersHtml } from '../../lib/device/on-server.ts';
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

const minuteOf = (time: number): number => Math.floor(time / minuteMs) * minuteMs;

/** The present minute by the server's clock, in milliseconds since 1970; what uses it is rendered again every minute. */
export const useNow = (): number =>
  useSyncExternalStore(
    everyMinute,
    () => minuteOf(serverNow()),
    () => minuteOf(page.time),
  );

/**
 * The present moment by the server's clock, in milliseconds since 1970, for a text that is written again every minute. In the page's HTML,
 * and as the page takes it over, it is the moment at which the server has made the page.
 */
export function useMoment(): number {
  useNow();
  return useIsServersHtml() ? page.time : serverNow();
}
