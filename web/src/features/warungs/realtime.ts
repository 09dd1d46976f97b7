import { useQueryClient } from '@tanstack/react-query';
import { concernsManyPosts, useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { menuQuery, warungsKey } from './api.ts';

/** Stalls that come and go, open and close, do so in the list too. */
export function useWarungListRealtime(): void {
  const client = useQueryClient();
  useTopic('feed');
  useSignal((signal) => {
    if (concernsManyPosts(signal)) refresh(client, warungsKey);
  });
}

/** Keeps a stall and its menu as they are on the server. */
export function useWarungRealtime(id: string): void {
  const client = useQueryClient();
  useTopic(`warung:${id}`);
  useSignal((signal) => {
    if (signal.type !== 'warung_changed' || signal.warung_id !== id) return;
    refresh(client, warungsKey);
    refresh(client, menuQuery(id).queryKey);
  });
}
