import { formatWait, reportsIn, waitNames } from '@lapau/contract/desk';
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
import { FigureTable } from './figure-table.tsx';

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
          <FigureTable
            opener="Lihat pekan lain"
            caption="Orang dan masakan baru, dan laporan, tiap pekan"
            times="Pekan (WIB)"
            columns={['Orang', 'Masakan', 'Laporan']}
            rows={weeks.map((week) => ({
              key: week.monday,
              time: formatWeek(week.monday),
              figures: [week.new_people, week.new_posts, reportsIn(week)],
            }))}
          />
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
    <dd className="text-right font-semibold tabular-nums first-letter:uppercase">{children}</dd>
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
  return wait ? `${nameOf(waitNames, wait.what)}, ${formatWait(wait.hours)}` : 'Tidak ada';
}
