import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { untilQuiet } from '../../../lib/offers/quiet.ts';
import { pushChoice } from '../../../lib/push/push-choice.ts';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { mayOffer } from '../api-device.ts';
import type { PushSheetProps } from './push-sheet.tsx';

const PushSheet = lazyOverlay<PushSheetProps>(async () => (await import('./push-sheet.tsx')).PushSheet);

/** Offers push in a quiet moment after something that makes it useful, before the system asks: it asks only once. */
export function PushOffer({ account }: { account: string }) {
  const client = useQueryClient();
  const [reason, setReason] = useState<PushSheetProps['reason']>('message');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    let isWaiting = false;
    const offer = async (name: PushSheetProps['reason']) => {
      if (isWaiting || !(await mayOffer(account))) return;
      isWaiting = true;
      // Loaded first: what opens by itself does not show that it loads. Meanwhile the person may have chosen in the profile.
      if ((await PushSheet.code.load()) && (await untilQuiet(leaving.signal)) && pushChoice.mayAsk(account)) {
        // Also who reloads instead of answering has been asked.
        pushChoice.postpone(account);
        setReason(name);
        setIsOpen(true);
      }
      isWaiting = false;
    };
    const unsubscribe = client.getMutationCache().subscribe(({ type, mutation }) => {
      const [name] = mutation?.options.mutationKey ?? [];
      if (type !== 'updated' || mutation.state.status !== 'success' || mutation.state.data === null) return;
      if (name === 'message' || name === 'dish') void offer(name);
    });
    return () => {
      leaving.abort();
      unsubscribe();
    };
  }, [client, account]);
  return <PushSheet open={isOpen} onClose={() => setIsOpen(false)} account={account} reason={reason} />;
}
