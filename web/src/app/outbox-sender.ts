import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createLazyCode, useLazyCode } from '../lib/lazy-code.ts';
import { useSession } from '../lib/session.tsx';

/** The outbox with every kind of change in it. It is not part of the first load. */
export const outboxCode = createLazyCode(async () => {
  const [{ outbox }] = await Promise.all([
    import('../lib/outbox/use-outbox.ts'),
    import('../features/chat/api-sending.ts'),
    import('../features/posts/api-menu.ts'),
    import('../features/warungs/api-own.ts'),
  ]);
  return outbox;
});

/** Sends what an earlier page could not, whatever screen is shown, once the code has loaded (preload-code.ts). */
export function useOutboxSender(): void {
  const client = useQueryClient();
  const { user } = useSession();
  const state = useLazyCode(outboxCode, false);
  const outbox = state.status === 'ready' ? state.code : undefined;
  const personId = user?.id;
  useEffect(() => {
    if (!outbox || personId === undefined) return;
    outbox.open(personId, client);
    return () => outbox.close();
  }, [outbox, personId, client]);
}

/** Sends at once what waits for the signal. */
export function retryOutbox(): void {
  const state = outboxCode.state();
  if (state.status === 'ready') state.code.retry();
}
