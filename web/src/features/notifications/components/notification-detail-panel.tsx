import type { Notification } from '@lapau/contract/notifications';
import { formatDateTime } from '../../../lib/format/time.ts';
import { DialogPanel } from '../../../ui/overlays/dialog-panel.tsx';
import { RemovalAppeal } from '../../appeals/components/removal-appeal.tsx';
import { notificationDetail } from './notification-display.ts';

export type NotificationDetailProps = { open: boolean; onClose: () => void; notification: Notification };

/** Shows the whole text of a notification, and for a removal the way to appeal against it. */
export function NotificationDetailPanel({ open, onClose, notification }: NotificationDetailProps) {
  const { type, content, created_at: createdAt, decision_id: decisionId } = notification;
  return (
    <DialogPanel open={open} onClose={onClose} title={notificationDetail(notification) ?? ''}>
      <div className="grid gap-3">
        <p className="own-box wrap-anywhere whitespace-pre-line">{content}</p>
        <p className="text-small text-muted">{formatDateTime(createdAt)}</p>
        {type === 'content_removed' && decisionId !== null && (
          <RemovalAppeal key={decisionId} decisionId={decisionId} />
        )}
      </div>
    </DialogPanel>
  );
}
