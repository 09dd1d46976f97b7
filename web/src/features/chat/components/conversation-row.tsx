import type { Conversation } from '@lapau/contract/chat';
import { memo } from 'react';
import { formatTimeOrDay } from '../../../lib/format/day.ts';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { AdminBadge } from '../../../ui/parts/badge.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { useNow } from '../../../ui/parts/use-now.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { unknownPerson } from '../api.ts';
import { DeliveryState } from './delivery-state.tsx';
import type { Delivery } from './thread-rows.ts';

const rowStyles = 'flex min-h-18 items-center gap-3 px-3 py-2.5';

/** The line in a row about the conversation's newest message, sent or not. */
export type RowPreview = {
  text: string;
  time: string | null;
  /** How far one's own message has come; null where the last one is not one's own. */
  delivery: Exclude<Delivery, 'received'> | null;
  /** Whether the text is typed and not sent. */
  isDraft: boolean;
};

type ConversationRowProps = {
  conversation: Conversation;
  preview: RowPreview;
  unread: number;
};

export const ConversationRow = memo(({ conversation, preview, unread }: ConversationRowProps) => {
  const { id, other_user: other } = conversation;
  const { text, time, delivery, isDraft } = preview;
  const now = useNow();
  const name = other?.full_name ?? unknownPerson;
  return (
    <li className="border-line not-first:border-t">
      <Link to={`/chat/${id}`} className={`${rowStyles} -outline-offset-2 transition-opacity active:opacity-70`}>
        <Avatar name={name} src={other?.avatar_url} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span dir="auto" className={classNames('min-w-0 truncate', unread > 0 ? 'font-bold' : 'font-semibold')}>
              {name}
            </span>
            {other?.is_admin && <AdminBadge />}
            {time && (
              <time
                dateTime={time}
                className={classNames('ml-auto shrink-0 text-small', unread > 0 ? 'text-gold' : 'text-muted')}
              >
                {formatTimeOrDay(time, now)}
              </time>
            )}
          </span>
          <span className="flex items-center gap-1.5 text-muted">
            {delivery && !isDraft && <DeliveryState delivery={delivery} showsWord={false} />}
            <span dir="auto" className={classNames('min-w-0 flex-1 truncate text-left', unread > 0 && 'text-text')}>
              {isDraft && <span className="text-gold">Draf: </span>}
              <bdi>{text}</bdi>
            </span>
            {unread > 0 && (
              <span className="min-w-6 shrink-0 rounded-full bg-gold px-1.5 text-center text-small/6 font-bold text-on-gold tabular-nums">
                <span>{unread}</span>
                <span className="sr-only"> belum dibaca</span>
              </span>
            )}
          </span>
        </span>
      </Link>
    </li>
  );
});

/** `count` rows that are loading. */
export const ConversationSkeletons = ({ count }: { count: number }) => (
  <LoadingSkeletons count={count}>
    <div className={rowStyles}>
      <Skeleton className="size-11 shrink-0 rounded-full" />
      <div className="grid flex-1 gap-2">
        <Skeleton className="h-4 w-2/5" />
        <Skeleton className="h-4 w-4/5" />
      </div>
    </div>
  </LoadingSkeletons>
);
