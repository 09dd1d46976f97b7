import { useRef } from 'react';
import { useGonePost } from '../../../lib/realtime/use-gone-post.ts';
import { SheetPanel } from '../../../ui/overlays/sheet-panel.tsx';
import { EmptyState } from '../../../ui/waiting/empty-state.tsx';
import { CommentBox } from '../composer/comment-box.tsx';
import { LeftComment } from '../composer/left-comment.tsx';
import { CommentThread } from './comment-thread.tsx';
import type { CommentThreadProps } from './comment-thread.tsx';

export type CommentsPanelProps = Omit<CommentThreadProps, 'isGone'> & {
  open: boolean;
  onClose: () => void;
};

export function CommentsPanel({ open, onClose, ...thread }: CommentsPanelProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const isGone = useGonePost(thread.postId);
  return (
    <SheetPanel
      open={open}
      onClose={onClose}
      title="Komentar"
      footer={!isGone && <CommentBox postId={thread.postId} input={input} />}
    >
      <div role="status">{isGone && <EmptyState drawing="chat" title="Postingan ini sudah tidak ada." />}</div>
      {isGone && <LeftComment postId={thread.postId} />}
      <CommentThread {...thread} isGone={isGone} input={input} />
    </SheetPanel>
  );
}
