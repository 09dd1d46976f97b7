import { formatDateTime, formatTimeAgo } from '../../lib/format/time.ts';
import { useMoment } from './use-now.ts';

/** How long ago something was, updated every minute; the exact time on hover. Short: '5 menit lalu'. */
export function TimeAgo({ time, isShort = false }: { time: string; isShort?: boolean }) {
  const text = formatTimeAgo(time, useMoment());
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {isShort ? text.replace(' yang ', ' ') : text}
    </time>
  );
}
