import type { DayFigures } from '@lapau/contract/stats';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatShortCount } from '../../../lib/format/count.ts';
import { formatCalendarDay, formatWeekday } from '../../../lib/format/day.ts';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { BarChart } from '../../../ui/parts/bar-chart.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { statsQuery } from '../api.ts';
import { figureKinds, kinds } from '../components/figure-kinds.tsx';
import type { FigureKind } from '../components/figure-kinds.tsx';
import { MissingOwnWarung } from '../components/missing-own-warung.tsx';
import { DayTable, DishTable } from '../components/stats-tables.tsx';

/** How often one's own stall and dishes were seen, liked, saved, commented on and asked about in the last days. */
export function StatsScreen() {
  const { data, error, isError, refetch } = useQuery(statsQuery);
  const [kind, setKind] = useState<FigureKind>('views');
  return (
    <div className="px-3 pb-3">
      <ScreenTitle title="Hasil 7 hari" backTo="/my-warung" />
      {data === null ? (
        <MissingOwnWarung />
      ) : data ? (
        <div className="grid gap-5">
          <KindButtons days={data.days} kind={kind} onChange={setKind} />
          <div>
            <h2 className="mb-1 font-semibold">{`${figureKinds[kind].of} tiap hari`}</h2>
            <DayChart days={data.days} kind={kind} />
          </div>
          {data.dishes.length > 0 ? (
            <section>
              <h2 className="text-lg font-semibold">Tiap makanan</h2>
              <DishTable dishes={data.dishes} />
            </section>
          ) : (
            <EmptyState
              drawing="stall"
              title="Belum ada yang melihat makanan Anda."
              text="Tempel poster di warung, atau bagikan menu lewat WhatsApp."
            >
              <LinkButton to="/my-warung/poster">Poster QR</LinkButton>
            </EmptyState>
          )}
          <section>
            <h2 className="text-lg font-semibold">Tiap hari</h2>
            <DayTable days={data.days} />
          </section>
          <p className="text-small text-muted">
            Satu orang dihitung sekali sehari, walaupun membuka beberapa makanan. Chat tiap makanan adalah orang yang
            bertanya tentang makanan itu. Yang Anda lakukan sendiri tidak dihitung.
          </p>
        </div>
      ) : isError ? (
        <LoadFailure drawing="stall" title="Gagal memuat angka." error={error} onRetry={() => void refetch()} />
      ) : (
        <StatsSkeleton />
      )}
    </div>
  );
}

type KindButtonsProps = {
  days: readonly DayFigures[];
  kind: FigureKind;
  onChange: (kind: FigureKind) => void;
};

/** The sums of the days; a tap shows that figure in the chart. */
const KindButtons = ({ days, kind: shown, onChange }: KindButtonsProps) => (
  <div role="group" aria-label="Jumlah 7 hari" className="flex flex-wrap gap-2">
    {kinds.map((kind) => {
      const { name, Icon } = figureKinds[kind];
      const sum = days.reduce((total, day) => total + day[kind], 0);
      return (
        <button
          key={kind}
          type="button"
          aria-pressed={kind === shown}
          onClick={() => onChange(kind)}
          className={classNames(
            'grid min-h-16 min-w-min flex-[1_0_6.5rem] rounded-card bg-surface px-2.5 py-2 text-left ring-inset select-none active:opacity-80',
            kind === shown && 'ring-2 ring-gold',
          )}
        >
          <span className="text-xl font-bold tabular-nums">{formatShortCount(sum)}</span>
          <span className="flex flex-wrap items-center gap-x-1 text-small text-muted">
            <Icon aria-hidden="true" className="size-4 shrink-0" />
            {name}
          </span>
        </button>
      );
    })}
  </div>
);

const StatsSkeleton = () => (
  <div className="grid gap-5">
    <span className="sr-only">Memuat...</span>
    <div className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
      {kinds.map((kind) => (
        <Skeleton key={kind} className="h-16 rounded-card" />
      ))}
    </div>
    <Skeleton className="h-40 rounded-card" />
    <Skeleton className="h-40 rounded-card" />
  </div>
);

/** Bars of one figure, one for each day. The numbers also stand in the table below. */
const DayChart = ({ days, kind }: { days: readonly DayFigures[]; kind: FigureKind }) => (
  <BarChart
    name={`${figureKinds[kind].of} tiap hari: ${days.map((day) => `${formatCalendarDay(day.day)} ${formatCount(day[kind])}`).join('; ')}.`}
    bars={days.map((day) => ({ key: day.day, value: day[kind], label: formatWeekday(day.day) }))}
  />
);
