import { useSyncExternalStore } from 'react';
import { formatDateTime, formatTimeAgo } from '../lib/format/time.ts';

const minute = 60_000;

function everyMinute(tell: () => void): () => void {
  const timer = setInterval(tell, minute);
  return () => clearInterval(timer);
}

/** How long ago something was, kept true while it stays on the screen; the exact time on hover. */
export function TimeAgo({ time }: { time: string }) {
  useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minute));
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatTimeAgo(time)}
    </time>
  );
}
