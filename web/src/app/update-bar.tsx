import { useSyncExternalStore } from 'react';
import { newerRelease } from '../lib/kept-app.ts';
import { Button } from '../ui/button.tsx';

/** Says that the device has a newer release, which the next start opens, or a tap. */
export function UpdateBar() {
  const isThere = useSyncExternalStore(newerRelease.subscribe, newerRelease.isThere);
  if (!isThere) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-0 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 mx-auto flex w-fit max-w-full items-center gap-3 rounded-full bg-raised pl-4 text-small shadow-lg"
    >
      Versi baru tersedia
      <Button variant="quiet" onClick={() => location.reload()}>
        Muat ulang
      </Button>
    </div>
  );
}
