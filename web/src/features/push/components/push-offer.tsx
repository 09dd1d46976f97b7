import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { untilQuiet } from '../../../lib/offers/quiet.ts';
import { pushChoice } from '../../../lib/push/push-choice.ts';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { mayOffer } from '../api-device.ts';
import type { PushSheetProps } from './push-sheet.tsx';

const PushSheet = lazyOverlay<PushSheetProps>(async () => (await import('./push-sheet.tsx')).PushSheet);

/** Offers push in a quiet moment after something that makes it useful, before the system asks, which it does only once. */
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
      // The code loads first, as a sheet that opens by itself shows no loading. The person may have chosen by then.
      if ((await PushSheet.code.load()) && (await untilQuiet(leaving.signal)) && pushChoice.mayAsk(account)) {
        // The offer counts as made, also if the person reloads the page instead of answering.
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
