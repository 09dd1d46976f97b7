import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { pendingReportsKey } from './api-admin.ts';

/** Shows what is reported, and what other admins decide about it. */
export function useReportsRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    if (type === 'reports_changed') refresh(client, pendingReportsKey);
  });
}
