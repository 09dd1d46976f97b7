import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { classNames } from '../styles/class-names.ts';
import { LoadingSkeletons } from '../waiting/loading-skeletons.tsx';
import { Skeleton } from '../waiting/skeleton.tsx';
import { menuItemStyles, menuOffset, menuStyles } from './menu-styles.ts';
import { PlainDialog } from './plain-dialog.tsx';

type MenuShellProps = {
  name: string;
  /** How many actions the menu has. */
  count: number;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
};

/** A menu's frame around skeletons, until the code of the menu has loaded. */
export function MenuShell({ name, count, onClose, trigger }: MenuShellProps) {
  const dialog = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (dialog.current && trigger.current) placeAt(dialog.current, trigger.current);
  }, [trigger]);
  return (
    <PlainDialog
      ref={dialog}
      name={name}
      onClose={onClose}
      className={classNames('fixed backdrop:bg-transparent', menuStyles)}
    >
      <LoadingSkeletons count={count}>
        <div className={menuItemStyles}>
          <Skeleton className="size-5 bg-fill" />
          <Skeleton className="h-4 w-24 bg-fill" />
        </div>
      </LoadingSkeletons>
    </PlainDialog>
  );
}

/** Puts a menu under its button, or above it where there is no room. */
function placeAt(menu: HTMLElement, button: HTMLElement): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { top, bottom, right } = button.getBoundingClientRect();
  const isBelow = bottom + menuOffset.button + menu.offsetHeight + menuOffset.edge <= clientHeight;
  Object.assign(menu.style, {
    left: 'auto',
    right: `${Math.max(clientWidth - right, menuOffset.edge)}px`,
    top: isBelow ? `${bottom + menuOffset.button}px` : 'auto',
    bottom: isBelow ? 'auto' : `${clientHeight - top + menuOffset.button}px`,
  });
}
