import { useSyncExternalStore } from 'react';
import { formatDateTime, formatTimeAgo } from '../lib/format/time.ts';

const minuteMs = 60_000;

function everyMinute(onTick: () => void): () => void {
  const timer = setInterval(onTick, minuteMs);
  return () => clearInterval(timer);
}

/** How long ago something was, updated every minute; the exact time on hover. Short: '5 menit lalu'. */
export function TimeAgo({ time, isShort = false }: { time: string; isShort?: boolean }) {
  useSyncExternalStore(everyMinute, () => Math.floor(Date.now() / minuteMs));
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {isShort ? formatTimeAgo(time).replace(' yang ', ' ') : formatTimeAgo(time)}
    </time>
  );
}
