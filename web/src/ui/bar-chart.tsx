import { formatCount } from '../lib/format/count.ts';

type Bar = { key: string; value: number; /** Under the bar. */ label?: string };

type BarChartProps = {
  /** What it shows, for who cannot see it; its numbers stand in a table too. */
  name: string;
  /** The last one is today's. */
  bars: readonly Bar[];
};

const width = 280;
const height = 96;
const top = 20;
const bottom = 22;
/** Narrower bars have no room for their number. */
const numberWidth = 30;

/** Bars of one figure, a day each. */
export function BarChart({ name, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const highest = bars.map(({ value }) => value).lastIndexOf(most);
  const step = width / bars.length;
  const barWidth = step * 0.65;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${width} ${top + height + bottom}`}
      className="mx-auto w-full max-w-90 fill-muted"
      style={{ fontSize: 13 }}
      textAnchor="middle"
    >
      {bars.map(({ key, value, label }, index) => {
        const middle = (index + 0.5) * step;
        const isLast = index === bars.length - 1;
        // A day without anything keeps a line, so that it does not look forgotten.
        const bar = Math.max(2, (value / most) * height);
        const hasNumber = value > 0 && (step >= numberWidth || index === highest);
        return (
          <g key={key}>
            <rect
              x={middle - barWidth / 2}
              y={top + height - bar}
              width={barWidth}
              height={bar}
              rx={Math.min(5, bar / 2, barWidth / 2)}
              className={value > 0 ? (isLast ? 'fill-gold' : 'fill-gold/60') : 'fill-line'}
            />
            {hasNumber && (
              <text {...inside(middle)} y={top + height - bar - 6} className="fill-text font-semibold">
                {formatCount(value)}
              </text>
            )}
            {label && (
              <text {...inside(middle)} y={top + height + 16}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** Where a text around a bar stands, so that it does not leave the picture. */
const inside = (middle: number) => {
  const half = numberWidth / 2;
  if (middle < half) return { x: 0, textAnchor: 'start' as const };
  return middle > width - half ? { x: width, textAnchor: 'end' as const } : { x: middle };
};
