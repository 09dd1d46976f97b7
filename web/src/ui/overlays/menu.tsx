import { useRef, useState } from 'react';
import { lazyOverlay } from './lazy-overlay.tsx';
import type { MenuAction } from './menu-action.ts';
import { MenuButton } from './menu-button.tsx';
import type { MenuPanelProps } from './menu-panel.tsx';
import { MenuShell } from './menu-shell.tsx';

/** A list of actions at the element that has opened it. */
export const MenuOverlay = lazyOverlay<MenuPanelProps>(
  async () => (await import('./menu-panel.tsx')).MenuPanel,
  ({ actions, ...menu }) => <MenuShell {...menu} count={actions.length} />,
);

/** Three dots that open a list of actions. */
export function Menu({ name, actions }: { name: string; actions: readonly MenuAction[] }) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <>
      <MenuButton ref={trigger} name={name} open={open} onOpen={() => setOpen(true)} />
      <MenuOverlay name={name} open={open} onClose={() => setOpen(false)} trigger={trigger} actions={actions} />
    </>
  );
}
