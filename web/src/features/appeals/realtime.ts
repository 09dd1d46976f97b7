import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { pendingAppealsKey } from './api-admin.ts';

/** Shows who appeals, and what other admins answer: appeals wait in the same queue as reports. */
export function useAppealsRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    if (type === 'reports_changed') refresh(client, pendingAppealsKey);
  });
}
