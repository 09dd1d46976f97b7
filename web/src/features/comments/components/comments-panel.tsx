import { SheetPanel } from '../../../ui/sheet-panel.tsx';
import { CommentBox } from '../composer/comment-box.tsx';
import { Thread } from './thread.tsx';
import type { ThreadProps } from './thread.tsx';

export type CommentsPanelProps = ThreadProps & {
  open: boolean;
  onClose: () => void;
};

export function CommentsPanel({ open, onClose, ...thread }: CommentsPanelProps) {
  return (
    <SheetPanel open={open} onClose={onClose} title="Komentar" footer={<CommentBox postId={thread.postId} />}>
      {/* The sheet's full height from the beginning, so that it does not grow when the comments are loaded. */}
      <div className="min-h-[66dvh]">
        <Thread {...thread} />
      </div>
    </SheetPanel>
  );
}
