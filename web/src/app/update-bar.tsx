import { useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { useOpensByItself } from '../lib/at-rest.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { isSending, untilTrue } from './page-rest.ts';

/**
 * Says that the device has a newer release, which the next start opens, or a tap. It can be put away, is not in the way of somebody who
 * types, and waits for what is being sent. It covers no bar, and the end of the page can be scrolled clear of it.
 */
export function UpdateBar() {
  const client = useQueryClient();
  const [isWaiting, setIsWaiting] = useState(false);
  const [isPutAway, setIsPutAway] = useState(false);
  const hidden = !useOpensByItself(true);

  async function reload(): Promise<void> {
    setIsWaiting(true);
    await untilTrue(() => !isSending(client));
    location.reload();
  }
  if (isPutAway) return null;
  return (
    <>
      <div className="h-16" />
      <div
        role="status"
        data-covers="bottom"
        hidden={hidden}
        className="fixed inset-x-0 bottom-[calc(6rem+env(safe-area-inset-bottom))] z-10 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] items-center gap-1 rounded-card border border-line bg-surface p-1 pl-4 text-small shadow-lg lg:bottom-6 [[hidden]]:hidden [body:has([data-own-bottom])_&]:hidden"
      >
        <span className="mr-1">Versi baru tersedia</span>
        <Button variant="quiet" busy={isWaiting} busyText="Menunggu kiriman..." isLocal onClick={() => void reload()}>
          Muat ulang
        </Button>
        <IconButton name="Tutup kabar versi baru" icon={<X className="size-5" />} onClick={() => setIsPutAway(true)} />
      </div>
    </>
  );
}
