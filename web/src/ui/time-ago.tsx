import { useSyncExternalStore } from 'react';
import { formatDateTime, formatTimeAgo } from '../lib/format/time.ts';

const minuteMs = 60_000;

function everyMinute(onTick: () => void): () => void {
  const timer = setInterval(onTick, minuteMs);
  return () => clearInterval(timer);
}

/** How long ago something was, updated every minute; the exact time on hover. */
export function TimeAgo({ time }: { time: string }) {
  useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minuteMs));
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatTimeAgo(time)}
    </time>
  );
}
