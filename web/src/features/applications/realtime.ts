import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal, useTopic } from '../../lib/realtime/realtime-provider.tsx';
import { pendingApplicationsQuery } from './api-admin.ts';
import { myApplicationQuery } from './api.ts';

/** Shows what becomes of one's own application as soon as it is decided. */
export function useMyApplicationRealtime(): void {
  const client = useQueryClient();
  useSignal(({ type }) => {
    if (type === 'applications_changed') refresh(client, myApplicationQuery.queryKey);
  });
}

/** Shows who applies, and what other admins decide. */
export function usePendingApplicationsRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    // An applicant may have been suspended.
    if (type === 'applications_changed' || type === 'users_changed') refresh(client, pendingApplicationsQuery.queryKey);
  });
}
