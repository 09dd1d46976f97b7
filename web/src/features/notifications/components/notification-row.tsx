import type { Notification } from '@lapau/contract/notifications';
import { memo } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Link } from '../../../ui/link.tsx';
import { LoadingSkeletons } from '../../../ui/loading-skeletons.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { notificationDisplay, notificationPath } from './notification-display.ts';

const rowStyles = 'flex w-full items-start gap-3 px-3 py-3 text-left';
const iconStyles = 'grid size-11 shrink-0 place-items-center rounded-full bg-raised';

type NotificationRowProps = {
  notification: Notification;
  /** Called when an unread notification is tapped. */
  onRead: (id: string) => void;
};

export const NotificationRow = memo(({ notification, onRead }: NotificationRowProps) => {
  const { id, type, content, created_at: createdAt, is_read: isRead } = notification;
  const { icon: Icon, tone } = notificationDisplay[type];
  const path = notificationPath(notification);
  const markRead = () => isRead || onRead(id);
  const contentStyles = classNames(
    rowStyles,
    '-outline-offset-2 transition-opacity active:opacity-70',
    isRead ? 'text-muted' : 'bg-surface',
  );
  const row = (
    <>
      <span className={iconStyles}>
        <Icon aria-hidden="true" className={`size-5 ${tone}`} />
      </span>
      <span className="min-w-0 flex-1">
        {!isRead && <span className="sr-only">Belum dibaca: </span>}
        <span className="line-clamp-4 leading-snug">{content}</span>
        <span className="text-small text-muted">
          <TimeAgo time={createdAt} />
        </span>
      </span>
      <span aria-hidden="true" className={classNames('mt-1.5 size-2.5 shrink-0 rounded-full', !isRead && 'bg-gold')} />
    </>
  );
  return (
    <li className="border-line not-first:border-t">
      {path ? (
        <Link to={path} onClick={markRead} className={contentStyles}>
          {row}
        </Link>
      ) : (
        <button type="button" aria-disabled={isRead} onClick={markRead} className={contentStyles}>
          {row}
        </button>
      )}
    </li>
  );
});

/** `count` rows that are loading. */
export const NotificationSkeletons = ({ count }: { count: number }) => (
  <LoadingSkeletons count={count}>
    <div className={rowStyles}>
      <Skeleton className="size-11 shrink-0 rounded-full" />
      <div className="grid flex-1 gap-2 py-1">
        <Skeleton className="h-4" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </div>
  </LoadingSkeletons>
);
