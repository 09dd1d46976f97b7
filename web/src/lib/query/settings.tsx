import { withDefaults } from '@lapau/contract/setting-defaults';
import type { Settings } from '@lapau/contract/settings';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use, useEffect, useMemo } from 'react';
import type { ReactNode } from 'react';
import { api } from '../calls/api.ts';
import { takeBootAnswer } from '../calls/boot.ts';
import { setSiteTitle } from '../screen/page-title.ts';

/** The settings that have a value, as rows of key and value. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.get_app_settings({}, { signal }),
  initialData: () => takeBootAnswer('get_app_settings'),
  gcTime: Infinity,
  meta: { failed: 'Gagal memuat pengaturan.', isOptional: true, stored: true },
});

const SettingsContext = createContext<Settings | null>(null);

/** Settings with the built-in defaults for what is not set or could not be loaded; sets the page's title and favicon too. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const { data: rows } = useQuery(settingsQuery);
  const settings = useMemo(() => withDefaults(rows), [rows]);

  useEffect(() => {
    setSiteTitle(settings.site_title);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = settings.favicon_url || '/favicon.svg';
  }, [settings]);

  return <SettingsContext value={settings}>{children}</SettingsContext>;
}

export function useSettings(): Settings {
  const settings = use(SettingsContext);
  if (!settings) throw new Error('useSettings must be used within a SettingsProvider');
  return settings;
}
