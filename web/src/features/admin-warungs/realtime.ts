import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { concernsManyPosts, useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { adminMenuQuery, adminWarungQuery, adminWarungsKey } from './api.ts';

/** Shows what cooks and other admins change about stalls and their owners. */
export function useAdminWarungsRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useTopic('feed');
  useSignal((signal) => {
    if (signal.type === 'users_changed' || concernsManyPosts(signal)) refresh(client, adminWarungsKey);
  });
}

/** Shows what the cook and other admins change about a stall and in its menu. */
export function useAdminMenuRealtime(id: string): void {
  const client = useQueryClient();
  useTopic(`warung:${id}`);
  useSignal((signal) => {
    if (signal.type !== 'warung_changed' || signal.warung_id !== id) return;
    refresh(client, adminWarungQuery(id).queryKey);
    refresh(client, adminMenuQuery(id).queryKey);
  });
}
