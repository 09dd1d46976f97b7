import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { settingsQuery } from '../../lib/query/settings.tsx';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';

/** Shows settings that an admin changes on every open page. */
export function useSettingsRealtime(): void {
  const client = useQueryClient();
  useTopic('settings');
  useSignal(({ type }) => {
    if (type === 'settings_changed') refresh(client, settingsQuery.queryKey);
  });
}
