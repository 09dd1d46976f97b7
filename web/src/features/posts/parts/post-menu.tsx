import { lazy, Suspense, useRef, useState } from 'react';
import { MenuButton } from '../../../ui/menu-button.tsx';
import { useOnceOpen } from '../../../ui/use-once-open.ts';
import type { PostMenuProps } from './post-menu-panel.tsx';

const load = () => import('./post-menu-panel.tsx');
const Panel = lazy(async () => ({ default: (await load()).PostMenuPanel }));

/** Fetches the code of the menu, so that it opens at once. */
export const preloadPostMenu = (): Promise<unknown> => load();

/** Three dots that open what one may do with a post. Its code is loaded when it first opens. */
export function PostMenu(props: PostMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const wanted = useOnceOpen(open);
  const name = `Menu ${props.post.foodName}`;
  return (
    <>
      <MenuButton ref={trigger} name={name} open={open} onOpen={() => setOpen(true)} />
      <Suspense>
        {wanted && <Panel {...props} name={name} open={open} onClose={() => setOpen(false)} trigger={trigger} />}
      </Suspense>
    </>
  );
}
