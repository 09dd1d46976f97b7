import { useRef, useState } from 'react';
import { lazyOverlay } from '../../../ui/lazy-overlay.tsx';
import { MenuButton } from '../../../ui/menu-button.tsx';
import type { PostMenuPanelProps, PostMenuProps } from './post-menu-panel.tsx';

const Panel = lazyOverlay<PostMenuPanelProps>(async () => (await import('./post-menu-panel.tsx')).PostMenuPanel);

/** The button that opens the menu of a post. */
export function PostMenu(props: PostMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const name = `Menu ${props.post.foodName}`;
  return (
    <>
      <MenuButton ref={trigger} name={name} open={open} onOpen={() => setOpen(true)} />
      <Panel {...props} name={name} open={open} onClose={() => setOpen(false)} trigger={trigger} />
    </>
  );
}
