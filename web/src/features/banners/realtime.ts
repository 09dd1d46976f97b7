import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';

/** A banner that an admin changes is changed on every open page. */
export function useBannersRealtime(): void {
  const client = useQueryClient();
  useTopic('banners');
  useSignal(({ type }) => {
    if (type === 'banners_changed') refresh(client, ['banners']);
  });
}
