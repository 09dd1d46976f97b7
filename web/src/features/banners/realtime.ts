import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';

/** Shows the banner that an admin activates or changes on every open page. */
export function useBannersRealtime(): void {
  const client = useQueryClient();
  useTopic('banners');
  useSignal(({ type }) => {
    if (type === 'banners_changed') refresh(client, ['banners']);
  });
}
