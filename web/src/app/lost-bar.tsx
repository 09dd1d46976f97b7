import { useState } from 'react';
import { useOpensByItself } from '../lib/at-rest.ts';
import type { LostChange } from '../lib/outbox/lost-changes.ts';
import { Button } from '../ui/button.tsx';
import { lazyOverlay } from '../ui/lazy-overlay.tsx';
import type { LostListProps } from './lost-list.tsx';

const LostList = lazyOverlay<LostListProps>(async () => (await import('./lost-list.tsx')).LostList);

/** Leads to the list of what could not be sent and shows nowhere else. It is not in the way of somebody who types. */
export function LostBar({ changes }: { changes: readonly LostChange[] }) {
  const [isOpen, setIsOpen] = useState(false);
  const hidden = !useOpensByItself(true);
  return (
    <>
      <div className="h-16" />
      <div
        role="status"
        data-covers="bottom"
        hidden={hidden}
        className="fixed inset-x-0 bottom-[calc(6rem+env(safe-area-inset-bottom))] z-10 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] items-center gap-3 rounded-card border border-line bg-surface p-1 pl-4 text-small shadow-lg lg:bottom-6 [[hidden]]:hidden [body:has([data-own-bottom])_&]:hidden"
      >
        {changes.length} tidak terkirim
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          Lihat
        </Button>
      </div>
      <LostList open={isOpen} onClose={() => setIsOpen(false)} changes={changes} />
    </>
  );
}
