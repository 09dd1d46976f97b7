import { useQuery } from '@tanstack/react-query';
import { ScrollText, SpellCheck } from 'lucide-react';
import { settingsQuery } from '../../../lib/query/settings.tsx';
import { DownloadLink } from '../../../ui/buttons/download-link.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { ScreenTitle } from '../../../ui/buttons/screen-title.tsx';
import { LoadFailure } from '../../../ui/waiting/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import { storedSettings } from '../components/stored-settings.ts';

/** All settings of the site, which admins edit. */
export function SettingsScreen() {
  const { data: rows, error, isError, refetch } = useQuery(settingsQuery);
  return (
    <div className="px-3 pb-6">
      <ScreenTitle title="Pengaturan" backTo="/admin" />
      <nav
        aria-label="Pengaturan lain"
        className="flex flex-wrap gap-2 pb-4 *:min-w-min *:flex-[1_0_40%] lg:*:flex-none"
      >
        <LinkButton
          to="/admin/spellings"
          variant="quiet"
          icon={<SpellCheck aria-hidden="true" className="size-5 shrink-0" />}
        >
          Ejaan pencarian
        </LinkButton>
        <LinkButton
          to="/admin/log"
          variant="quiet"
          icon={<ScrollText aria-hidden="true" className="size-5 shrink-0" />}
        >
          Catatan tindakan
        </LinkButton>
        <DownloadLink href="/export/laporan.csv" className="col-span-2">
          Unduh semua laporan (CSV)
        </DownloadLink>
      </nav>
      {rows ? (
        <SettingsForm stored={storedSettings(rows).values} />
      ) : isError ? (
        <LoadFailure drawing="plate" title="Gagal memuat pengaturan." error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingSkeletons count={4} className="grid gap-4 lg:grid-cols-2">
          <Skeleton className="h-40 rounded-card" />
        </LoadingSkeletons>
      )}
    </div>
  );
}
