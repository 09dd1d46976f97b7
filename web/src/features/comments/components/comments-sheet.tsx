import { lazyOverlay } from '../../../ui/lazy-overlay.tsx';
import type { CommentsPanelProps } from './comments-panel.tsx';

/** A post's comments in a bottom sheet, its code in a file of its own. */
export const CommentsSheet = lazyOverlay<CommentsPanelProps>(
  async () => (await import('./comments-panel.tsx')).CommentsPanel,
);
