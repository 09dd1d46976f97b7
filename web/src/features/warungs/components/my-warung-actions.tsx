import type { MyWarung } from '@lapau/contract/warungs';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn, Eye, MessageSquareReply, Pencil, QrCode } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/buttons/button.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { QuickReplyDialog } from '../../chat/components/quick-reply-dialog.tsx';
import { CookAgainButton } from '../../posts/components/cook-again-button.tsx';
import { myWarungLinksQuery } from '../api-links.ts';
import { MenuToday } from './menu-today.tsx';

// The buttons are no snap points: on a narrow screen the row would snap back from one that has just taken the focus.
const chipStyles = 'shrink-0 scroll-mx-3 px-3!';
const iconStyles = 'size-5 shrink-0';

type MyWarungActionsProps = {
  /** The stall, with a choice that is not confirmed yet. */
  warung: MyWarung;
  onEdit: () => void;
  /** Closes the stall that cooking again has opened, when that is undone. */
  onCloseAgain: () => void;
};

/**
 * The actions that a cook needs now and then, in one row that is swiped sideways, so that the dishes stay near the top.
 * On computers they stand in two rows, since a mouse does not swipe.
 */
export function MyWarungActions({ warung, onEdit, onCloseAgain }: MyWarungActionsProps) {
  // The links are fetched here already, so that the poster and the menu's pictures can be made later without a network.
  useQuery(myWarungLinksQuery);
  const [isEditingReplies, setIsEditingReplies] = useState(false);
  return (
    <div
      role="group"
      aria-label="Urus warung"
      className="-mx-3 -my-1 flex snap-x gap-2 overflow-x-auto px-3 py-1 [scrollbar-width:none] lg:flex-wrap"
    >
      <CookAgainButton warung={warung} onCloseAgain={onCloseAgain} className={chipStyles} />
      <MenuToday warung={warung} className={chipStyles} />
      <Button
        variant="quiet"
        icon={<Pencil aria-hidden="true" className={iconStyles} />}
        onClick={onEdit}
        className={chipStyles}
      >
        Ubah info
      </Button>
      <LinkButton
        to="/my-warung/angka"
        variant="quiet"
        icon={<ChartColumn aria-hidden="true" className={iconStyles} />}
        className={chipStyles}
      >
        Hasil 7 hari
      </LinkButton>
      <LinkButton
        to="/my-warung/poster"
        variant="quiet"
        icon={<QrCode aria-hidden="true" className={iconStyles} />}
        className={chipStyles}
      >
        Poster QR
      </LinkButton>
      <Button
        variant="quiet"
        icon={<MessageSquareReply aria-hidden="true" className={iconStyles} />}
        onClick={() => setIsEditingReplies(true)}
        className={chipStyles}
      >
        Jawaban cepat
      </Button>
      <QuickReplyDialog open={isEditingReplies} onClose={() => setIsEditingReplies(false)} />
      <LinkButton
        to={`/warungs/${warung.id}`}
        variant="quiet"
        icon={<Eye aria-hidden="true" className={iconStyles} />}
        className={chipStyles}
      >
        Lihat warung
      </LinkButton>
    </div>
  );
}
