import { lazyOverlay } from '../../../ui/overlays/lazy-overlay.tsx';
import { SheetShell } from '../../../ui/overlays/sheet-shell.tsx';
import { Skeleton } from '../../../ui/waiting/skeleton.tsx';
import { CommentSkeletons } from './comment-skeletons.tsx';
import type { CommentsPanelProps } from './comments-panel.tsx';

/** A post's comments in a bottom sheet, its code in a file of its own. */
export const CommentsSheet = lazyOverlay<CommentsPanelProps>(
  async () => (await import('./comments-panel.tsx')).CommentsPanel,
  ({ onClose }) => (
    <SheetShell title="Komentar" onClose={onClose} footer={<Skeleton className="h-12 rounded-control bg-fill" />}>
      <CommentSkeletons />
    </SheetShell>
  ),
);
