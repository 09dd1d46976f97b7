import type { QueryKey } from '@tanstack/react-query';
import { useQueryClient } from '@tanstack/react-query';
import { useSignal } from '../../lib/realtime-provider.tsx';
import { refresh } from '../../lib/refresh.ts';

/** Fetches again what follows from the spellings, when an admin has changed them. */
export function useSpellingsRealtime(queryKey: QueryKey): void {
  const client = useQueryClient();
  useSignal(({ type }) => {
    if (type === 'spellings_changed') refresh(client, queryKey);
  });
}
