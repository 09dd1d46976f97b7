import type { Notification } from '@lapau/contract/notifications';
import { memo } from 'react';
import { Avatar } from '../../../ui/parts/avatar.tsx';
import { Link } from '../../../ui/parts/link.tsx';
import { TimeAgo } from '../../../ui/parts/time-ago.tsx';
import { Photo } from '../../../ui/photos/photo.tsx';
import { classNames } from '../../../ui/styles/class-names.ts';
import { LoadingSkeletons } from '../../../ui/waiting/loading-skeletons.tsx';
import { RowSkeleton } from '../../../ui/waiting/row-skeleton.tsx';
import { displayOf, notificationDetail, notificationPath } from './notification-display.ts';

const rowStyles = 'flex w-full items-start gap-3 px-3 py-3 text-left';

type NotificationRowProps = {
  notification: Notification;
  /** Called when an unread notification is tapped. */
  onRead: (id: string) => void;
  /** Called when a notification is tapped that is read in place. */
  onOpen: (notification: Notification) => void;
};

export const NotificationRow = memo(({ notification, onRead, onOpen }: NotificationRowProps) => {
  const { id, content, created_at: createdAt, is_read: isRead } = notification;
  const path = notificationPath(notification);
  const hasDetail = notificationDetail(notification) !== undefined;
  const markRead = () => isRead || onRead(id);
  function press() {
    markRead();
    if (hasDetail) onOpen(notification);
  }
  const contentStyles = classNames(
    rowStyles,
    '-outline-offset-2 transition-opacity active:opacity-70',
    isRead ? 'text-muted' : 'bg-surface',
  );
  const row = (
    <>
      <Sender notification={notification} />
      <span className="min-w-0 flex-1">
        {!isRead && <span className="sr-only">Belum dibaca: </span>}
        <span className="line-clamp-4 leading-snug">{content}</span>
        <span className="text-small text-muted">
          <TimeAgo time={createdAt} />
        </span>
      </span>
      {notification.post_id && (
        <span aria-hidden="true" className="size-11 shrink-0 overflow-hidden rounded-small">
          <Photo src={notification.post_image_url ?? undefined} alt="" sizes="2.75rem" />
        </span>
      )}
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
        <button
          type="button"
          aria-disabled={isRead && !hasDetail}
          aria-haspopup={hasDetail ? 'dialog' : undefined}
          onClick={press}
          className={contentStyles}
        >
          {row}
        </button>
      )}
    </li>
  );
});

/** The sender's picture with the type's icon on its corner, or the icon alone when no sender can be seen. */
function Sender({ notification }: { notification: Notification }) {
  const { sender_name: name, sender_avatar_url: avatar } = notification;
  const { icon: Icon, tone } = displayOf(notification);
  if (name === null) {
    return (
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-raised">
        <Icon aria-hidden="true" className={`size-5 ${tone}`} />
      </span>
    );
  }
  return (
    <span className="relative shrink-0">
      <Avatar name={name} src={avatar} />
      <span className="absolute -right-1.5 -bottom-1.5 grid size-6 place-items-center rounded-full bg-raised ring-2 ring-background">
        <Icon aria-hidden="true" className={`size-3.5 ${tone}`} />
      </span>
    </span>
  );
}

/** `count` rows that are loading. */
export const NotificationSkeletons = ({ count }: { count: number }) => (
  <LoadingSkeletons count={count}>
    <RowSkeleton className="gap-3 p-3" picture="size-11" lines={['h-4', 'h-4 w-3/5']} />
  </LoadingSkeletons>
);
