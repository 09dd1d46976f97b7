import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/live.tsx';
import { refresh } from '../../lib/refresh.ts';

/** A banner that an admin changes is changed on every open page. */
export function useBannersLive(): void {
  const client = useQueryClient();
  useTopic('banners');
  useSignal(({ type }) => {
    if (type === 'banners_changed') refresh(client, ['banners']);
  });
}
