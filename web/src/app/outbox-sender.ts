import { onlineManager, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createLazyCode, whenLoaded } from '../lib/device/lazy-code.ts';
import { outbox } from '../lib/outbox/page-outbox.ts';
import { useSession } from '../lib/session/session.tsx';

/** The code of every kind of change. It is not part of the first load. */
export const outboxCode = createLazyCode(() => import('./outbox-kinds.ts'));

async function startOutbox(): Promise<void> {
  await whenLoaded(outboxCode);
  outbox.start();
}

/** Opens the outbox for the person who is signed in, whatever screen is shown. */
export function useOutboxSender(): void {
  const client = useQueryClient();
  const { user } = useSession();
  const personId = user?.id;
  useEffect(() => {
    if (personId === undefined) return;
    outbox.open(personId, client);
    if (outboxCode.state().status === 'ready') outbox.start();
    // A page that was opened without a signal loads that code last, when its own requests have given up.
    const stop = onlineManager.subscribe((isOnline) => isOnline && void startOutbox());
    return () => {
      stop();
      outbox.close();
    };
  }, [personId, client]);
}
