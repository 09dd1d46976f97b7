import { lazy, Suspense } from 'react';
import type { ConfirmProps } from './confirm-panel.tsx';
import { useOnceOpen } from './use-once-open.ts';

const Panel = lazy(async () => ({ default: (await import('./confirm-panel.tsx')).ConfirmPanel }));

/** Asks before something that cannot be undone. Its code is loaded when it first opens. */
export function Confirm(props: ConfirmProps) {
  const wanted = useOnceOpen(props.open);
  return <Suspense>{wanted && <Panel {...props} />}</Suspense>;
}
