import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';

/** Shows the banner that an admin activates or changes on every open page. */
export function useBannersRealtime(): void {
  const client = useQueryClient();
  useTopic('banners');
  useSignal(({ type }) => {
    if (type === 'banners_changed') refresh(client, ['banners']);
  });
}
