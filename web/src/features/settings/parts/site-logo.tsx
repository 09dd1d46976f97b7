import { useState } from 'react';
import { Mark } from '../../../ui/mark.tsx';
import { useSettings } from '../settings.tsx';

/** The logo from the settings, else the mark with the site's name. */
export function SiteLogo() {
  const { logo_url: url, site_title: title } = useSettings();
  const [brokenUrl, setBrokenUrl] = useState<string>();
  if (url && url !== brokenUrl) {
    return (
      <img
        src={url}
        alt={title}
        onError={() => setBrokenUrl(url)}
        className="h-9 max-w-full object-contain object-left"
      />
    );
  }
  return (
    <>
      <Mark className="size-8 shrink-0" />
      <span className="truncate text-lg font-bold">{title}</span>
    </>
  );
}
