import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import type { NotificationDetailProps } from './notification-detail-panel.tsx';

/** A notification that is read in place. */
export const NotificationDetail = lazyOverlay<NotificationDetailProps>(
  async () => (await import('./notification-detail-panel.tsx')).NotificationDetailPanel,
);
