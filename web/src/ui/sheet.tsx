import { lazy, Suspense } from 'react';
import type { OverlayProps } from './overlay-props.ts';
import { useOnceOpen } from './use-once-open.ts';

const Panel = lazy(async () => ({ default: (await import('./sheet-panel.tsx')).SheetPanel }));

/** A sheet from the bottom, at most 80 % of the viewport high; dragging it down closes it too. Its code is loaded when it first opens. */
export function Sheet(props: OverlayProps) {
  const wanted = useOnceOpen(props.open);
  return <Suspense>{wanted && <Panel {...props} />}</Suspense>;
}
