import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/live.tsx';
import { refresh } from '../../lib/refresh.ts';
import { postQuery } from './api.ts';

/** Keeps a post as it is on the server while its screen is shown. */
export function usePostLive(id: string): void {
  const client = useQueryClient();
  useTopic(`post:${id}`);
  useSignal((signal) => {
    if (signal.type !== 'post_changed' && signal.type !== 'comments_changed') return;
    if (signal.post_id === id) refresh(client, postQuery(id).queryKey);
  });
}
