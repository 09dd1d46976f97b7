import { useQueryClient } from '@tanstack/react-query';
import { useSignal } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { myApplicationQuery } from './api.ts';

/** Shows what becomes of one's own application as soon as it is decided. */
export function useMyApplicationRealtime(): void {
  const client = useQueryClient();
  useSignal(({ type }) => {
    if (type === 'applications_changed') refresh(client, myApplicationQuery.queryKey);
  });
}
