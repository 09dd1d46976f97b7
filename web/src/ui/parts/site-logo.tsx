import { useState } from 'react';
import { Mark } from './mark.tsx';

/** The site's logo, or the mark with the site's name while there is none. */
export function SiteLogo({ url, title }: { url: string; title: string }) {
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
    <span className="flex min-w-0 items-center gap-2">
      <Mark className="size-8 shrink-0" />
      <span dir="auto" className="truncate text-lg font-bold">
        {title}
      </span>
    </span>
  );
}
