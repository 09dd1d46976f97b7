import { EllipsisVertical } from 'lucide-react';
import type { Ref } from 'react';
import { IconButton } from '../buttons/icon-button.tsx';

type MenuButtonProps = {
  ref: Ref<HTMLButtonElement>;
  name: string;
  open: boolean;
  onOpen: () => void;
};

/** Three dots that open a menu. */
export const MenuButton = ({ ref, name, open, onOpen }: MenuButtonProps) => (
  <IconButton
    ref={ref}
    name={name}
    icon={<EllipsisVertical className="size-5" />}
    aria-haspopup="menu"
    aria-expanded={open}
    onClick={onOpen}
  />
);
