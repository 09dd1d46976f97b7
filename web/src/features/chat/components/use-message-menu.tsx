import { Copy, Flag, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { outbox } from '../../../lib/outbox/page-outbox.ts';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import type { MenuAction } from '../../../ui/overlays/menu-action.ts';
import { MenuOverlay } from '../../../ui/overlays/menu.tsx';
import { messageDeletions } from '../api-actions.ts';
import { copyMessages } from './copy-messages.ts';
import type { ShownMessage } from './thread-rows.ts';

type MessageMenu = {
  /** Opens the menu of a message at its bubble. */
  open: (message: ShownMessage, trigger: HTMLElement) => void;
  /** The menu and its dialog. */
  overlays: ReactNode;
};

/** Copies a message, deletes one's own for both, reports the other person's. */
export function useMessageMenu(conversationId: string, onReport: (message: ShownMessage) => void): MessageMenu {
  const trigger = useRef<HTMLElement>(null);
  const [menu, setMenu] = useState<{ message: ShownMessage; isOpen: boolean; isDeleting: boolean }>();
  const message = menu?.message;
  const change = (state: Partial<NonNullable<typeof menu>>) => setMenu((before) => before && { ...before, ...state });

  const remove = () => {
    if (!message) return;
    if (message.entryId) void outbox.remove([message.entryId]);
    else messageDeletions.submit({ id: message.id, conversationId });
  };
  const iconStyles = 'size-5';
  // A message whose request is under way may still arrive after it was removed here.
  const isRemovable = message?.isOwn && message.delivery !== 'sending';
  const actions: (MenuAction | false | undefined)[] = [
    {
      label: 'Salin',
      icon: <Copy aria-hidden="true" className={iconStyles} />,
      onSelect: () => void copyMessages([message?.content ?? '']),
    },
    isRemovable && {
      label: 'Hapus',
      icon: <Trash2 aria-hidden="true" className={iconStyles} />,
      danger: true,
      onSelect: () => change({ isDeleting: true }),
    },
    message &&
      !message.isOwn && {
        label: 'Laporkan pesan',
        icon: <Flag aria-hidden="true" className={iconStyles} />,
        onSelect: () => onReport(message),
      },
  ];
  return {
    open: (opened, element) => {
      trigger.current = element;
      setMenu({ message: opened, isOpen: true, isDeleting: false });
    },
    overlays: menu && (
      <>
        <MenuOverlay
          name="Menu pesan"
          open={menu.isOpen}
          onClose={() => change({ isOpen: false })}
          trigger={trigger}
          actions={actions.filter((action) => Boolean(action)) as MenuAction[]}
        />
        <Confirm
          open={menu.isDeleting}
          onClose={() => change({ isDeleting: false })}
          title="Hapus Pesan?"
          text={
            message?.entryId
              ? 'Pesan ini belum terkirim.'
              : 'Tindakan ini tidak dapat dibatalkan. Pesan ini akan dihapus untuk semua orang.'
          }
          verb="Hapus"
          onConfirm={remove}
        />
      </>
    ),
  };
}
