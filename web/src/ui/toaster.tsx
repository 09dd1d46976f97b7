import type { CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import { useLazyCode } from '../lib/lazy-code.ts';
import { toastLibrary } from '../lib/toast.ts';

/** Where toasts appear (product.md#constants): above the bottom bar, 3 at a time, 4 s each, 356 px wide, in the system's theme. */
export function Toaster() {
  const library = useLazyCode(toastLibrary, false);
  if (library.at !== 'ready') return null;
  const { Toaster: Sonner } = library.code;
  // Outside of the app's stacking context, or toasts would be hidden behind an open dialog.
  return createPortal(
    <Sonner
      theme="system"
      position="bottom-center"
      visibleToasts={3}
      duration={4000}
      style={{ '--width': '356px', fontFamily: 'inherit' } as CSSProperties}
      offset={{ bottom: 'calc(5rem + env(safe-area-inset-bottom))' }}
      mobileOffset={{ left: 16, right: 16, bottom: 'calc(5rem + env(safe-area-inset-bottom))' }}
      containerAriaLabel="Pemberitahuan"
      toastOptions={{ style: { fontSize: '0.9375rem' } }}
    />,
    document.body,
  );
}
