import { formatCount } from '../../lib/format/count.ts';

type Bar = { key: string; value: number; /** Under the bar. */ label?: string };

type BarChartProps = {
  /** The name of the chart, for people who cannot see it; the numbers stand in a table too. */
  name: string;
  /** The last one is today's. */
  bars: readonly Bar[];
};

const height = 115;
const top = 24;
const bottom = 27;
/** From this number on, bars are too narrow for a number on each, and for a text around the outer ones. */
const manyBars = 9;

/** Bars of one figure, a day each, as wide as the room they are given. */
export function BarChart({ name, bars }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const highest = bars.map(({ value }) => value).lastIndexOf(most);
  const hasMany = bars.length > manyBars;
  // The width of a step is in per cent of the chart's width.
  const step = 100 / bars.length;
  const barWidth = step * 0.65;
  const placeOf = (index: number) => {
    // The texts of outer bars are aligned with the picture's edges, which they would otherwise leave.
    if (hasMany && index < 2) return { x: '0%', textAnchor: 'start' as const };
    if (hasMany && index >= bars.length - 2) return { x: '100%', textAnchor: 'end' as const };
    return { x: `${(index + 0.5) * step}%`, textAnchor: 'middle' as const };
  };
  return (
    <svg
      role="img"
      aria-label={name}
      height={top + height + bottom}
      // The texts do not grow with the phone's text setting, or they would run into each other.
      className="w-full fill-muted text-[min(0.9375rem,4.2vw)] [text-size-adjust:none]"
    >
      {bars.map(({ key, value, label }, index) => {
        // A day without anything keeps a line, so that it does not look forgotten.
        const bar = Math.max(2, (value / most) * height);
        const hasNumber = value > 0 && (!hasMany || index === highest);
        return (
          <g key={key}>
            <rect
              x={`${index * step + (step - barWidth) / 2}%`}
              y={top + height - bar}
              width={`${barWidth}%`}
              height={bar}
              rx={Math.min(hasMany ? 3 : 6, bar / 2)}
              className={value > 0 ? (index === bars.length - 1 ? 'fill-gold' : 'fill-gold/60') : 'fill-line'}
            />
            {hasNumber && (
              <text {...placeOf(index)} y={top + height - bar - 7} className="fill-text font-semibold">
                {formatCount(value)}
              </text>
            )}
            {label && (
              <text {...placeOf(index)} y={top + height + 20}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
