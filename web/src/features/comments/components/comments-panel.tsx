import { useRef } from 'react';
import { SheetPanel } from '../../../ui/sheet-panel.tsx';
import { CommentBox } from '../composer/comment-box.tsx';
import { CommentThread } from './comment-thread.tsx';
import type { CommentThreadProps } from './comment-thread.tsx';

export type CommentsPanelProps = CommentThreadProps & {
  open: boolean;
  onClose: () => void;
};

export function CommentsPanel({ open, onClose, ...thread }: CommentsPanelProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <SheetPanel
      open={open}
      onClose={onClose}
      title="Komentar"
      footer={<CommentBox postId={thread.postId} input={input} />}
    >
      <CommentThread {...thread} input={input} />
    </SheetPanel>
  );
}
