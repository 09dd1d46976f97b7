import { Menu } from '@base-ui/react/menu';
import type { RefObject } from 'react';
import { classNames } from '../styles/class-names.ts';
import type { MenuAction } from './menu-action.ts';
import { menuItemStyles, menuOffset, menuStyles } from './menu-styles.ts';
import { useBackCloses } from './use-back-closes.ts';

export type MenuPanelProps = {
  name: string;
  open: boolean;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
  actions: readonly MenuAction[];
};

export function MenuPanel({ name, open, onClose, trigger, actions }: MenuPanelProps) {
  useBackCloses(open, onClose);
  /** Gives the focus back to the menu's button, unless another element has it, such as the dialog that an item opened. */
  const finalFocus = () => {
    const focused = document.activeElement;
    return !focused || focused === document.body || focused.closest('[role="menu"]') ? trigger.current : false;
  };
  return (
    <Menu.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Menu.Portal>
        {/* The menu is a landmark of its own, as it is rendered outside those of the page. */}
        <Menu.Positioner
          role="region"
          aria-label={name}
          anchor={trigger}
          align="end"
          sideOffset={menuOffset.button}
          collisionPadding={menuOffset.edge}
          className="z-40 outline-none"
        >
          <Menu.Popup
            aria-label={name}
            finalFocus={finalFocus}
            className={classNames(
              menuStyles,
              'origin-(--transform-origin) transition-[transform,opacity] duration-150 ease-out outline-none data-ending-style:scale-95 data-ending-style:opacity-0 data-starting-style:scale-95 data-starting-style:opacity-0',
            )}
          >
            {actions.map(({ label, disabled, icon, danger, onSelect }) => (
              <Menu.Item
                key={label}
                disabled={disabled !== undefined}
                onClick={onSelect}
                className={classNames(
                  menuItemStyles,
                  'cursor-pointer text-base outline-none select-none data-disabled:cursor-default data-disabled:text-muted data-highlighted:bg-fill',
                  danger && 'text-red-text',
                )}
              >
                {icon}
                <span className="leading-tight">
                  <span>{label}</span>
                  {disabled && <span className="block text-small">{disabled}</span>}
                </span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
