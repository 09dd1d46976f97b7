import { lazyOverlay } from '../../../ui/lazy-overlay.tsx';
import type { CommentsPanelProps } from './comments-panel.tsx';

/** A post's comments in a sheet from the bottom. */
export const CommentsSheet = lazyOverlay<CommentsPanelProps>(
  async () => (await import('./comments-panel.tsx')).CommentsPanel,
);
