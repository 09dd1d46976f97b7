import type { DayFigures } from '@lapau/contract/stats';
import { Bookmark, Eye, Heart, MessageCircle, MessagesSquare } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';

export type FigureKind = Exclude<keyof DayFigures, 'day'>;

/** The kinds of figures, with the words for them. */
export const figureKinds: Record<FigureKind, { name: string; of: string; Icon: LucideIcon }> = {
  views: { name: 'Dilihat', of: 'Orang yang melihat', Icon: Eye },
  likes: { name: 'Suka', of: 'Suka', Icon: Heart },
  saves: { name: 'Disimpan', of: 'Disimpan', Icon: Bookmark },
  comments: { name: 'Komentar', of: 'Komentar', Icon: MessageCircle },
  chats: { name: 'Chat', of: 'Chat yang masuk', Icon: MessagesSquare },
};

/** The kinds in the order of a table's columns. */
export const kinds = Object.keys(figureKinds) as FigureKind[];

/** The heads of a table's columns of figures. */
export const FigureHeads = () =>
  kinds.map((kind) => {
    const { name, Icon } = figureKinds[kind];
    return (
      <th key={kind} scope="col" className="px-1 py-2">
        <Icon aria-hidden="true" className="ml-auto size-5 text-muted" />
        <span className="sr-only">{name}</span>
      </th>
    );
  });
