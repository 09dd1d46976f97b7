import { allowedKecamatan } from '@lapau/contract/area';
import { settingDefaults } from '@lapau/contract/setting-defaults';
import { useObjectUrl } from '../../../lib/device/use-object-url.ts';
import { Badge } from '../../../ui/parts/badge.tsx';
import { SiteLogo } from '../../../ui/parts/site-logo.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import type { FileSettingKey } from '../api-edit.ts';
import { AnnouncementStrip } from './announcement.tsx';

type FilePreviewProps = {
  setting: FileSettingKey;
  /** The file that is chosen, but not saved yet. */
  file: File | null;
  /** The URL of the stored file, or empty. */
  url: string;
  /** The stored site title, or empty. */
  title: string;
};

/** Shows a logo as in the top bar, an icon as in a browser's tab, a picture as in the announcement. */
export function FilePreview({ setting, file, url, title: storedTitle }: FilePreviewProps) {
  const chosen = useObjectUrl(file);
  const src = chosen ?? url;
  const title = storedTitle || settingDefaults.site_title;
  if (setting === 'logo_url') {
    return (
      <div className="flex min-h-14 items-center px-3">
        <SiteLogo url={src} title={title} />
      </div>
    );
  }
  if (setting === 'favicon_url') {
    return (
      <div className="flex min-h-14 items-center gap-3 px-3">
        <img src={src || '/favicon.svg'} alt="Ikon tab sekarang" className="size-8 object-contain" />
        <span dir="auto" className="min-w-0 truncate">
          {title}
        </span>
      </div>
    );
  }
  return src ? (
    <Photo src={src} alt="Gambar pengumuman" ratio={2} />
  ) : (
    <p className="p-4 text-small text-muted">Tidak ada gambar.</p>
  );
}

/** The announcement as the feed is going to show it. */
export function AnnouncementPreview({
  title,
  text,
  file,
  url,
}: {
  title: string;
  text: string;
  file: File | null;
  url: string;
}) {
  const chosen = useObjectUrl(file);
  return (
    <div className="grid gap-1.5">
      <p className="text-small font-semibold">Pratinjau pengumuman</p>
      {text === '' ? (
        <p className="text-small text-muted">Tidak ada pengumuman di feed selama isinya kosong.</p>
      ) : (
        <div className="overflow-hidden rounded-card bg-background ring-1 ring-line">
          <AnnouncementStrip title={title} text={text} image={chosen ?? url} />
        </div>
      )}
    </div>
  );
}

/** Lists the sub-districts as the server understands the text. */
export function KecamatanPreview({ value }: { value: string }) {
  return (
    <p className="flex flex-wrap gap-2">
      <span className="sr-only">Diterima: </span>
      {allowedKecamatan(value).map((name) => (
        <Badge key={name} tone="quiet">
          {name}
        </Badge>
      ))}
    </p>
  );
}
