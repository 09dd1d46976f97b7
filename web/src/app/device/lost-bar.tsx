import { useState } from 'react';
import type { LostChange } from '../../lib/outbox/lost-changes.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { lazyOverlay } from '../../ui/overlays/lazy-overlay.tsx';
import { DeviceBar } from './device-bar.tsx';
import type { LostListProps } from './lost-list.tsx';

const LostList = lazyOverlay<LostListProps>(async () => (await import('./lost-list.tsx')).LostList);

/** Leads to the list of changes that could not be sent and show nowhere else. */
export function LostBar({ changes }: { changes: readonly LostChange[] }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <DeviceBar>
        <span>{`${changes.length} tidak terkirim`}</span>
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          Lihat
        </Button>
      </DeviceBar>
      <LostList open={isOpen} onClose={() => setIsOpen(false)} changes={changes} />
    </>
  );
}
