import type { CallOutput } from '@lapau/contract/calls';
import { useState } from 'react';
import { formatCount } from '../../../lib/format/count.ts';
import { formatCalendarDay, formatShortDay } from '../../../lib/format/day.ts';
import { BarChart } from '../../../ui/parts/bar-chart.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';

type Stats = CallOutput<'get_admin_stats'>;
type Kind = 'visitors' | 'posts';

const kinds: Record<Kind, string> = { visitors: 'Pengunjung', posts: 'Postingan' };

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

/** What links have brought: the names of the figures, as in the table. */
const fromLinks = { opened: 'Dibuka dari tautan', signed_up: 'Mendaftar dari tautan' };
const linkKinds = Object.keys(fromLinks) as (keyof typeof fromLinks)[];

const sumOf = (days: Stats['days'], kind: Kind | keyof typeof fromLinks) =>
  days.reduce((total, day) => total + (day[kind] ?? 0), 0);

/** Visitors or posts of the last thirty days as bars, and the strangers whom links have led here, with a table behind them. */
export function DayFigures({ days }: Pick<Stats, 'days'>) {
  const [kind, setKind] = useState<Kind>('visitors');
  const sum = sumOf(days, kind);
  // A server of before does not count what links bring.
  const shownLinkKinds = linkKinds.filter((one) => days.some((day) => day[one] !== undefined));
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
      {shownLinkKinds.length > 0 && (
        <dl aria-label="Dari tautan selama 30 hari" className="flex flex-wrap gap-2">
          {shownLinkKinds.map((one) => (
            <Total key={one} name={fromLinks[one]} value={sumOf(days, one)} />
          ))}
        </dl>
      )}
      <details>
        <summary className="flex min-h-11 items-center gap-2 text-small underline underline-offset-4 active:opacity-70">
          Lihat tabel
        </summary>
        <table className="w-full text-small wrap-anywhere tabular-nums">
          <caption className="sr-only">Pengunjung, postingan, dan yang datang dari tautan tiap hari</caption>
          <thead>
            <tr>
              <th scope="col" className="py-2 text-left font-normal text-muted">
                Hari (WIB)
              </th>
              {[...Object.values(kinds), ...shownLinkKinds.map((one) => fromLinks[one])].map((name) => (
                <th key={name} scope="col" className="py-2 pl-2 text-right font-normal text-muted">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...days].reverse().map((figures) => (
              <tr key={figures.day} className="border-t border-line">
                <th scope="row" className="py-2 pr-1 text-left font-normal">
                  {formatCalendarDay(figures.day)}
                </th>
                {[...(Object.keys(kinds) as Kind[]), ...shownLinkKinds].map((one) => (
                  <td key={one} className="pl-2 text-right">
                    {formatCount(figures[one] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
