import type { CallOutput } from '@lapau/contract/calls';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/count.ts';
import { formatCalendarDay, formatShortDay } from '../../../lib/format/day.ts';
import { BarChart } from '../../../ui/parts/bar-chart.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { FigureTable } from './figure-table.tsx';

type Stats = CallOutput<'get_admin_stats'>;
type Kind = 'visitors' | 'posts';

const kinds: Record<Kind, string> = { visitors: 'Pengunjung', posts: 'Postingan' };

const opensName = 'Dibuka dari tautan';
const signUpsName = 'Mendaftar dari tautan';

/** People, sellers and today's visitors. */
export const Totals = ({ total_users, total_sellers, daily_visitors }: Stats) => (
  <dl className="flex flex-wrap gap-2">
    <Total name="Pengguna" value={total_users} to="/admin/users" />
    <Total name="Penjual" value={total_sellers} to="/admin/users?peran=penjual" />
    <Total name="Pengunjung hari ini" value={daily_visitors} />
  </dl>
);

function Total({ name, value, to }: { name: string; value: number; to?: string }) {
  return (
    <div
      className={classNames(
        'relative flex min-w-min flex-1 flex-col-reverse justify-end rounded-card bg-surface px-2.5 py-2',
        to && 'active:opacity-80',
      )}
    >
      <dt className="text-small leading-tight text-muted">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card">
            {name}
          </Link>
        ) : (
          name
        )}
      </dt>
      <dd className="text-xl font-bold tabular-nums">{formatCount(value)}</dd>
    </div>
  );
}

/** Visitors or posts of the last thirty days as bars, with a table behind them. */
export function DayFigures({ days }: Pick<Stats, 'days'>) {
  const [kind, setKind] = useState<Kind>('visitors');
  const sum = days.reduce((total, day) => total + day[kind], 0);
  return (
    <section className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">30 hari terakhir</h2>
        <div role="group" aria-label="Yang ditampilkan" className="flex flex-wrap gap-2">
          {(Object.keys(kinds) as Kind[]).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === kind}
              onClick={() => setKind(one)}
              className={classNames(
                'min-h-11 rounded-full bg-surface px-3.5 text-small ring-inset select-none active:opacity-80',
                one === kind ? 'font-semibold ring-2 ring-gold' : 'text-muted ring-1 ring-line',
              )}
            >
              {kinds[one]}
            </button>
          ))}
        </div>
      </div>
      <BarChart
        name={`${kinds[kind]} tiap hari selama 30 hari, jumlahnya ${formatCount(sum)}. Angka tiap hari ada di tabel.`}
        bars={days.map((day, index) => ({
          key: day.day,
          value: day[kind],
          label: (days.length - 1 - index) % 7 === 0 ? formatShortDay(day.day) : '',
        }))}
      />
      <FigureTable
        opener="Lihat tabel"
        caption="Pengunjung dan postingan tiap hari"
        times="Hari (WIB)"
        columns={Object.values(kinds)}
        rows={[...days]
          .reverse()
          .map(({ day, visitors, posts }) => ({ key: day, time: formatCalendarDay(day), figures: [visitors, posts] }))}
      />
    </section>
  );
}

/** How many strangers links have led here in thirty days, and how many have signed up, with a table of the days on which some did. */
export function LinkFigures({ days }: Pick<Stats, 'days'>) {
  // A server of before does not count them.
  const counted = days.flatMap(({ day, opened, signed_up: signedUp }) =>
    opened === undefined || signedUp === undefined ? [] : [{ day, opened, signedUp }],
  );
  if (counted.length === 0) return null;
  const busy = counted.filter(({ opened, signedUp }) => opened + signedUp > 0).reverse();
  return (
    <section aria-label="Dari tautan, 30 hari terakhir" className="grid grid-cols-1 gap-2">
      <dl className="flex flex-wrap gap-2">
        <Total name={opensName} value={busy.reduce((sum, { opened }) => sum + opened, 0)} />
        <Total name={signUpsName} value={busy.reduce((sum, { signedUp }) => sum + signedUp, 0)} />
      </dl>
      {busy.length > 0 && (
        <FigureTable
          opener="Tautan tiap hari"
          caption="Yang datang dari tautan tiap hari"
          times="Hari (WIB)"
          columns={[opensName, signUpsName]}
          rows={busy.map(({ day, opened, signedUp }) => ({
            key: day,
            time: formatCalendarDay(day),
            figures: [opened, signedUp],
          }))}
        />
      )}
    </section>
  );
}
