import { useEffect, useState } from 'react';
import type { ComponentType, CSSProperties } from 'react';
import { createPortal } from 'react-dom';
import type { ToasterProps } from 'sonner';
import { loadToasts, onToast } from '../lib/toast.ts';

/** Where toasts appear (product.md#constants): above the bottom bar, 3 at a time, 4 s each, 356 px wide, in the system's theme. */
export function Toaster() {
  const [Sonner, setSonner] = useState<ComponentType<ToasterProps>>();
  useEffect(() => {
    // not there without a network; the next toast asks again
    const load = () =>
      void loadToasts().then(
        ({ Toaster: loaded }) => setSonner(() => loaded),
        () => undefined,
      );
    window.addEventListener('pointerdown', load, { once: true });
    const stop = onToast(load);
    return () => {
      window.removeEventListener('pointerdown', load);
      stop();
    };
  }, []);
  if (!Sonner) return null;
  // Outside of the app's stacking context: a dialog's failure is not told behind the dialog.
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
