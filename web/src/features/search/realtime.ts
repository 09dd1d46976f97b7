import type { QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { refresh } from '../../lib/query/refresh.ts';
import { useSignal } from '../../lib/realtime/realtime-provider.tsx';

/** Fetches lists again that depend on the spellings, when an admin has changed those. */
export function useSpellingsRealtime(queryKey: QueryKey): void {
  const client = useQueryClient();
  useSignal(({ type }) => {
    if (type === 'spellings_changed') refresh(client, queryKey);
  });
}
