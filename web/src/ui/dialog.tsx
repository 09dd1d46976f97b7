import { lazy, Suspense } from 'react';
import type { OverlayProps } from './overlay-props.ts';
import { useOnceOpen } from './use-once-open.ts';

const Panel = lazy(async () => ({ default: (await import('./dialog-panel.tsx')).DialogPanel }));

/** A dialog in the middle of the screen. Its code is loaded when it first opens. */
export function Dialog(props: OverlayProps) {
  const wanted = useOnceOpen(props.open);
  return <Suspense>{wanted && <Panel {...props} />}</Suspense>;
}
