import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { settingsQuery } from '../../lib/settings.tsx';

/** Shows settings that an admin changes on every open page. */
export function useSettingsRealtime(): void {
  const client = useQueryClient();
  useTopic('settings');
  useSignal(({ type }) => {
    if (type === 'settings_changed') refresh(client, settingsQuery.queryKey);
  });
}
