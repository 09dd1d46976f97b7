import { useQueryClient } from '@tanstack/react-query';
import { useSignal, useTopic } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { previewsKey } from './api.ts';

/** Shows in an open question what another admin decides meanwhile. */
export function useDecisionRealtime(): void {
  const client = useQueryClient();
  useTopic('admin');
  useSignal(({ type }) => {
    if (type === 'users_changed' || type === 'applications_changed' || type === 'reports_changed')
      refresh(client, previewsKey);
  });
}
