import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal } from '../../lib/realtime/realtime-provider.tsx';
import { sessionQuery } from '../../lib/session/session-query.ts';

/** Refetches the session when one's own profile has changed. */
export function useSessionRealtime(): void {
  const client = useQueryClient();
  useSignal(({ type }) => {
    if (type === 'profile_changed') refresh(client, sessionQuery.queryKey);
  });
}
