import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { pendingReportsKey } from './api-admin.ts';

/** Shows new reports, and what other admins decide about them. */
export function useReportsRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    if (type === 'reports_changed') refresh(client, pendingReportsKey);
  });
}
