import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { adminUsersKey } from './api.ts';

/** Shows what other admins change about people, and who signs up. */
export function useAdminUsersRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    if (type === 'users_changed') refresh(client, adminUsersKey);
  });
}
