import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { pendingAppealsKey } from './api-admin.ts';

/** Shows who appeals, and what other admins answer: appeals wait in the same queue as reports. */
export function useAppealsRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    if (type === 'reports_changed') refresh(client, pendingAppealsKey);
  });
}
