import type { DayFigures } from '@lapau/contract/stats';
import { formatCount } from '../../../lib/format/count.ts';
import { figureKinds } from './figure-kinds.tsx';
import type { FigureKind } from './figure-kinds.tsx';

const weekday = new Intl.DateTimeFormat('id', { weekday: 'short', timeZone: 'UTC' });
const dayAndDate = new Intl.DateTimeFormat('id', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** A day as a table has it: 'Sabtu, 21 November'. */
export const dayName = (day: string): string => dayAndDate.format(new Date(day));

const barWidth = 26;
const gap = 14;
const height = 96;
const top = 20;
const bottom = 22;

/** Bars of one figure, a day each. Its numbers stand in the table below it too. */
export function DayChart({ days, kind }: { days: readonly DayFigures[]; kind: FigureKind }) {
  const most = Math.max(1, ...days.map((day) => day[kind]));
  const width = days.length * (barWidth + gap);
  return (
    <svg
      role="img"
      aria-label={`${figureKinds[kind].of} tiap hari: ${days.map((day) => `${dayName(day.day)} ${formatCount(day[kind])}`).join('; ')}.`}
      viewBox={`0 0 ${width} ${top + height + bottom}`}
      className="mx-auto w-full max-w-90 fill-muted"
      style={{ fontSize: 13 }}
      textAnchor="middle"
    >
      {days.map((day, index) => {
        const x = gap / 2 + index * (barWidth + gap);
        const isToday = index === days.length - 1;
        // A day without anything keeps a line, so that it does not look forgotten.
        const bar = Math.max(2, (day[kind] / most) * height);
        return (
          <g key={day.day}>
            <rect
              x={x}
              y={top + height - bar}
              width={barWidth}
              height={bar}
              rx={Math.min(5, bar / 2)}
              className={day[kind] > 0 ? (isToday ? 'fill-gold' : 'fill-gold/60') : 'fill-line'}
            />
            <text x={x + barWidth / 2} y={top + height - bar - 6} className="fill-text font-semibold">
              {day[kind] > 0 && formatCount(day[kind])}
            </text>
            <text x={x + barWidth / 2} y={top + height + 16}>
              {weekday.format(new Date(day.day))}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
