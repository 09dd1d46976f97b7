import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useOpensByItself } from '../lib/at-rest.ts';
import { Button } from '../ui/button.tsx';
import { isSending, untilTrue } from './page-rest.ts';

/**
 * Says that the device has a newer release, which the next start opens, or a tap. It is not in the way of somebody who types, and
 * waits for what is being sent.
 */
export function UpdateBar() {
  const client = useQueryClient();
  const [isWaiting, setIsWaiting] = useState(false);
  const hidden = !useOpensByItself(true);

  async function reload(): Promise<void> {
    setIsWaiting(true);
    await untilTrue(() => !isSending(client));
    location.reload();
  }
  return (
    <div
      role="status"
      hidden={hidden}
      className="fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex w-fit max-w-full items-center gap-3 rounded-full border border-line bg-surface p-1 pl-4 text-small shadow-lg lg:bottom-6 [[hidden]]:hidden"
    >
      Versi baru tersedia
      <Button variant="quiet" busy={isWaiting} busyText="Menunggu kiriman..." isLocal onClick={() => void reload()}>
        Muat ulang
      </Button>
    </div>
  );
}
