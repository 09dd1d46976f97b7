import { lazy, Suspense, useRef, useState } from 'react';
import type { MenuAction } from './menu-action.ts';
import { MenuButton } from './menu-button.tsx';
import { useOnceOpen } from './use-once-open.ts';

const Panel = lazy(async () => ({ default: (await import('./menu-panel.tsx')).MenuPanel }));

/** Three dots that open a list of actions. The list's code is loaded when it first opens. */
export function Menu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const wanted = useOnceOpen(open);
  return (
    <>
      <MenuButton ref={trigger} name={name} open={open} onOpen={() => setOpen(true)} />
      <Suspense>
        {wanted && <Panel name={name} open={open} onClose={() => setOpen(false)} trigger={trigger} actions={actions} />}
      </Suspense>
    </>
  );
}
