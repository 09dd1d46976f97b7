import { useQueryClient } from '@tanstack/react-query';
import { useSignal } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';
import { sessionQuery } from '../../lib/session-query.ts';

/** Refetches the session when one's own profile has changed. */
export function useSessionRealtime(): void {
  const client = useQueryClient();
  useSignal(({ type }) => {
    if (type === 'profile_changed') refresh(client, sessionQuery.queryKey);
  });
}
