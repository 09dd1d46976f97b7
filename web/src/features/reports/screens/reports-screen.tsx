import { DownloadLink } from '../../../ui/buttons/download-link.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { useUrlFilter } from '../../../ui/fields/use-url-filter.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import { AppealCount } from '../../appeals/components/appeal-count.tsx';
import { AppealList } from '../../appeals/components/appeal-list.tsx';
import { ReportCount } from '../components/report-count.tsx';
import { ReportList } from '../components/report-list.tsx';

const parts = [
  { value: '', name: 'Laporan', Count: ReportCount },
  { value: 'keberatan', name: 'Keberatan', Count: AppealCount },
];

/** Reports and appeals: everything that waits to be decided, the longest waiting first. */
export function ReportsScreen() {
  const { filter, set } = useUrlFilter(['bagian']);
  const current = filter.bagian === 'keberatan' ? 'keberatan' : '';
  return (
    <div className="px-3 pb-6">
      <ScreenTitle title="Laporan Postingan Masuk" backTo="/admin" />
      <div role="group" aria-label="Bagian" className="mb-3 flex flex-wrap gap-2 lg:max-w-md">
        {parts.map(({ value, name, Count }) => (
          <button
            key={name}
            type="button"
            aria-pressed={value === current}
            onClick={() => set('bagian', value)}
            className={classNames(
              'min-h-11 min-w-min flex-1 rounded-full px-3 font-semibold ring-1 ring-line ring-inset active:opacity-80',
              value === current ? 'bg-gold text-on-gold' : 'bg-surface text-muted hover:text-text',
            )}
          >
            <span>{name}</span>
            <Count />
          </button>
        ))}
      </div>
      {current === 'keberatan' ? (
        <AppealList />
      ) : (
        <>
          <DownloadLink href="/export/laporan.csv?status=pending" className="mb-3">
            Unduh CSV
          </DownloadLink>
          <ReportList />
        </>
      )}
    </div>
  );
}
