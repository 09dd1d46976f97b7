import { settingKeys } from '@lapau/contract/settings';
import { useQuery } from '@tanstack/react-query';
import { ScrollText, SpellCheck } from 'lucide-react';
import { settingsQuery } from '../../../lib/settings.tsx';
import { DownloadLink } from '../../../ui/download-link.tsx';
import { LinkButton } from '../../../ui/link-button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { ScreenTitle } from '../../../ui/screen-title.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SettingsForm } from '../components/settings-form.tsx';
import type { StoredSettings } from '../components/settings-form.tsx';

/** Everything that admins set for the whole site. */
export function SettingsScreen() {
  const { data: rows, isError, refetch } = useQuery(settingsQuery);
  const values = new Map(rows?.map(({ key, value }) => [key, value]));
  const stored = Object.fromEntries(settingKeys.map((key) => [key, values.get(key) ?? ''])) as StoredSettings;
  return (
    <div className="mx-auto max-w-column px-3 pb-6">
      <ScreenTitle title="Pengaturan" backTo="/admin" />
      <nav aria-label="Pengaturan lain" className="grid grid-cols-2 gap-2 pb-4">
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
        <SettingsForm stored={{ ...stored, link_previews: stored.link_previews || 'on' }} />
      ) : isError ? (
        <LoadFailure drawing="plate" title="Gagal memuat pengaturan." onRetry={() => void refetch()} />
      ) : (
        <LoadingSkeletons count={4} className="grid gap-4">
          <Skeleton className="h-40 rounded-card" />
        </LoadingSkeletons>
      )}
    </div>
  );
}
