import { useRef, useState } from 'react';
import { useMember } from '../../../lib/session/session.tsx';
import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { MenuButton } from '../../../ui/overlays/menu-button.tsx';
import { MenuShell } from '../../../ui/overlays/menu-shell.tsx';
import { postActions } from './post-actions.ts';
import type { PostMenuPanelProps, PostMenuProps } from './post-menu-panel.tsx';

/** The menu itself, its code in a file of its own. */
export const LazyPostMenu = lazyOverlay<PostMenuPanelProps>(
  async () => (await import('./post-menu-panel.tsx')).PostMenuPanel,
  ({ post, name, onClose, trigger }) => (
    <MenuShell name={name} count={postActions(post, useMember()).length} onClose={onClose} trigger={trigger} />
  ),
);

/** The button that opens the menu of a post. */
export function PostMenu(props: PostMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const name = `Menu ${props.post.foodName}`;
  return (
    <>
      <MenuButton ref={trigger} name={name} open={open} onOpen={() => setOpen(true)} />
      <LazyPostMenu {...props} name={name} open={open} onClose={() => setOpen(false)} trigger={trigger} />
    </>
  );
}
