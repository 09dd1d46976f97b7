import { SheetPanel } from '../../../ui/sheet-panel.tsx';
import { CommentBox } from '../composer/comment-box.tsx';
import { Thread } from './thread.tsx';
import type { ThreadProps } from './thread.tsx';

export interface CommentsPanelProps extends ThreadProps {
  open: boolean;
  onClose: () => void;
}

export function CommentsPanel({ open, onClose, ...thread }: CommentsPanelProps) {
  return (
    <SheetPanel open={open} onClose={onClose} title="Komentar" footer={<CommentBox postId={thread.postId} />}>
      {/* As high as the sheet gets, so that it does not grow when the comments come. */}
      <div className="min-h-[66dvh]">
        <Thread {...thread} />
      </div>
    </SheetPanel>
  );
}
