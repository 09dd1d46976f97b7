import type { Week } from '@lapau/contract/desk';
import { nameOf } from '@lapau/contract/known';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format/count.ts';
import { formatWeek } from '../../../lib/format/day.ts';
import { DownloadLink } from '../../../ui/buttons/download-link.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { adminWeeksQuery } from '../api.ts';

const waitNames = { application: 'Pengajuan', report: 'Laporan', appeal: 'Keberatan' };

/** The last whole week, of which the admins are told on Monday, and a table of this week and those before. */
export function WeekFigures() {
  const { data: weeks, error, isError, refetch } = useQuery(adminWeeksQuery);
  const last = weeks?.[1];
  return (
    <section aria-label="Tiap pekan" className="grid grid-cols-1 gap-2">
      {last ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-2">
            <h2 className="font-semibold">
              <span>Pekan lalu</span> <span className="font-normal text-muted">{formatWeek(last.monday)}</span>
            </h2>
            <DownloadLink href="/export/mingguan.csv">Unduh CSV</DownloadLink>
          </div>
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 rounded-card bg-surface p-3">
            <Figure name="Orang baru">{formatCount(last.new_people)}</Figure>
            <Figure name="Masakan baru">{formatCount(last.new_posts)}</Figure>
            <Figure name="Dilaporkan">{reportedIn(last)}</Figure>
            <Figure name="Paling lama menunggu">{waitIn(last)}</Figure>
          </dl>
          <details>
            <summary className="flex min-h-11 items-center gap-2 text-small underline underline-offset-4 active:opacity-70">
              Lihat pekan lain
            </summary>
            <WeekTable weeks={weeks} />
          </details>
        </>
      ) : isError ? (
        <LoadFailure drawing="lost" title="Gagal memuat ringkasan." error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingSkeletons>
          <Skeleton className="h-52 rounded-card" />
        </LoadingSkeletons>
      )}
    </section>
  );
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="text-right font-semibold tabular-nums">{children}</dd>
  </>
);

function reportedIn({ reported_posts: posts, reported_comments: comments, reported_messages: messages }: Week) {
  const parts = [
    posts > 0 && `${formatCount(posts)} postingan`,
    comments > 0 && `${formatCount(comments)} komentar`,
    messages > 0 && `${formatCount(messages)} pesan`,
  ].filter((part) => part !== false);
  return parts.length > 0 ? parts.join(', ') : 'Tidak ada';
}

function waitIn({ longest_wait: wait }: Week) {
  if (!wait) return 'Tidak ada';
  const { what, hours } = wait;
  const time = hours < 1 ? 'kurang dari sejam' : hours < 24 ? `${hours} jam` : `${Math.floor(hours / 24)} hari`;
  return `${nameOf(waitNames, what)}, ${time}`;
}

const columns: readonly (readonly [name: string, value: (week: Week) => number])[] = [
  ['Orang', (week) => week.new_people],
  ['Masakan', (week) => week.new_posts],
  ['Laporan', (week) => week.reported_posts + week.reported_comments + week.reported_messages],
];

const WeekTable = ({ weeks }: { weeks: readonly Week[] }) => (
  <table className="w-full text-small wrap-anywhere tabular-nums">
    <caption className="sr-only">Orang dan masakan baru, dan laporan, tiap pekan</caption>
    <thead>
      <tr>
        <th scope="col" className="py-2 text-left font-normal text-muted">
          Pekan (WIB)
        </th>
        {columns.map(([name]) => (
          <th key={name} scope="col" className="py-2 pl-2 text-right font-normal text-muted">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {weeks.map((week) => (
        <tr key={week.monday} className="border-t border-line">
          <th scope="row" className="py-2 pr-1 text-left font-normal">
            {formatWeek(week.monday)}
          </th>
          {columns.map(([name, value]) => (
            <td key={name} className="pl-2 text-right">
              {formatCount(value(week))}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
