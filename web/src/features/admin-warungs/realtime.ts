import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { adminMenuQuery, adminWarungsKey } from './api.ts';

/** Shows what other admins change about stalls and their owners. */
export function useAdminWarungsRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    if (type === 'users_changed') refresh(client, adminWarungsKey);
  });
}

/** Shows what the cook and other admins change in a stall's menu. */
export function useAdminMenuRealtime(id: string): void {
  const client = useQueryClient();
  useTopic(`warung:${id}`);
  useSignal((signal) => {
    if (signal.type === 'warung_changed' && signal.warung_id === id) refresh(client, adminMenuQuery(id).queryKey);
  });
}
