import { useEffect, useState } from 'react';
import { pushChoice } from '../../../lib/push-choice.ts';
import { subscribeToMoments } from '../../../lib/useful-moments.ts';
import type { UsefulMoment } from '../../../lib/useful-moments.ts';
import { lazyOverlay } from '../../../ui/lazy-overlay.tsx';
import { mayOffer } from '../api-device.ts';
import type { PushSheetProps } from './push-sheet.tsx';

const PushSheet = lazyOverlay<PushSheetProps>(async () => (await import('./push-sheet.tsx')).PushSheet);

/** Offers push after something that makes it useful, before the system asks: it asks only once. */
export function PushOffer({ account }: { account: string }) {
  const [moment, setMoment] = useState<UsefulMoment>('message');
  const [isOpen, setIsOpen] = useState(false);
  useEffect(
    () =>
      subscribeToMoments((noted) => {
        void mayOffer(account).then((isOffered) => {
          if (!isOffered) return;
          // Also who reloads instead of answering has been asked.
          pushChoice.postpone(account);
          setMoment(noted);
          setIsOpen(true);
        });
      }),
    [account],
  );
  return <PushSheet open={isOpen} onClose={() => setIsOpen(false)} account={account} moment={moment} />;
}
