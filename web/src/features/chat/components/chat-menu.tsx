import { useMutation } from '@tanstack/react-query';
import { Ban, Flag, Store } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Confirm } from '../../../ui/overlays/confirm.tsx';
import type { MenuAction } from '../../../ui/overlays/menu-action.ts';
import { Menu } from '../../../ui/overlays/menu.tsx';
import { setBlock } from '../api-blocks.ts';
import type { Details } from '../api.ts';

type ChatMenuProps = {
  details: Details;
  /** Starts the choice of a message to report; undefined when there is none. */
  onReport: (() => void) | undefined;
};

/** The actions against the other person; there are none for a person who is gone. */
export function ChatMenu({ details, onReport }: ChatMenuProps) {
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const block = useMutation(setBlock);
  const { other_user: other, writing } = details;
  if (!other) return null;
  const isBlocked = writing === 'blocked_by_you';
  const iconStyles = 'size-5';
  const actions: (MenuAction | false | undefined)[] = [
    other.is_warung && {
      label: 'Lihat warung',
      icon: <Store aria-hidden="true" className={iconStyles} />,
      onSelect: () => void navigate(`/warungs/${other.id}`),
    },
    onReport && {
      label: 'Laporkan pesan',
      icon: <Flag aria-hidden="true" className={iconStyles} />,
      onSelect: onReport,
    },
    {
      label: isBlocked ? 'Buka blokir' : 'Blokir',
      icon: <Ban aria-hidden="true" className={iconStyles} />,
      danger: !isBlocked,
      onSelect: () => (isBlocked ? block.mutate({ person_id: other.id, blocked: false }) : setIsAsking(true)),
    },
  ];
  return (
    <>
      <Menu name="Menu percakapan" actions={actions.filter((action) => Boolean(action)) as MenuAction[]} />
      <Confirm
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Blokir ${other.full_name}?`}
        text="Anda berdua tidak dapat saling mengirim pesan. Percakapan ini tetap dapat dibaca, dan ia tidak diberi tahu."
        verb="Blokir"
        onConfirm={(signal) => block.mutateAsync({ person_id: other.id, blocked: true, signal })}
      />
    </>
  );
}
