import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import type { MessageExcerptProps } from './message-excerpt-panel.tsx';

/** A reported message with those before it. */
export const MessageExcerpt = lazyOverlay<MessageExcerptProps>(
  async () => (await import('./message-excerpt-panel.tsx')).MessageExcerptPanel,
);
