import type { ReactNode } from 'react';
import { useOpensByItself } from '../../lib/device/at-rest.ts';

/**
 * A bar that opens by itself, above the bottom navigation and a form's actions. It gives way while somebody types, and to a screen with
 * a bar of its own there; the end of the page can be scrolled clear of it.
 */
export function DeviceBar({ children }: { children: ReactNode }) {
  const hidden = !useOpensByItself(true);
  return (
    <>
      <div className="h-[calc(var(--spacing)*24+4rem)] lg:h-24 lg:in-data-actions:h-40 in-data-own-bottom:hidden" />
      <div
        role="status"
        data-covers="bottom"
        hidden={hidden}
        className="fixed inset-x-0 bottom-[calc(var(--spacing)*24+env(safe-area-inset-bottom))] z-10 mx-auto flex w-fit max-w-[calc(100%-1.5rem)] items-center gap-2 rounded-card border border-line bg-surface p-1 pl-4 text-small shadow-lg lg:bottom-6 lg:in-data-actions:bottom-24 [[hidden]]:hidden in-data-own-bottom:hidden"
      >
        {children}
      </div>
    </>
  );
}
