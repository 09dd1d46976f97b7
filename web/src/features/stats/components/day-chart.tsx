import type { DayFigures } from '@lapau/contract/stats';
import { formatCount } from '../../../lib/format/count.ts';
import { formatCalendarDay, formatWeekday } from '../../../lib/format/day.ts';
import { BarChart } from '../../../ui/parts/bar-chart.tsx';
import { figureKinds } from './figure-kinds.tsx';
import type { FigureKind } from './figure-kinds.tsx';

/** Bars of one figure, one for each day. The numbers also stand in the table below. */
export const DayChart = ({ days, kind }: { days: readonly DayFigures[]; kind: FigureKind }) => (
  <BarChart
    name={`${figureKinds[kind].of} tiap hari: ${days.map((day) => `${formatCalendarDay(day.day)} ${formatCount(day[kind])}`).join('; ')}.`}
    bars={days.map((day) => ({ key: day.day, value: day[kind], label: formatWeekday(day.day) }))}
  />
);
