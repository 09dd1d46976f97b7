import { EllipsisVertical } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import type { MenuAction } from './menu-action.ts';
import { useOnceOpen } from './use-once-open.ts';

const Panel = lazy(async () => ({ default: (await import('./menu-panel.tsx')).MenuPanel }));

/** Three dots that open a list of actions. The list's code is loaded when it first opens. */
export function Menu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const wanted = useOnceOpen(open);
  return (
    <>
      <IconButton
        ref={trigger}
        name={name}
        icon={<EllipsisVertical className="size-5" />}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {wanted && <Panel name={name} open={open} onClose={() => setOpen(false)} trigger={trigger} actions={actions} />}
      </Suspense>
    </>
  );
}
