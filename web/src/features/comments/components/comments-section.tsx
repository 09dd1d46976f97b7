import { CommentBox } from '../composer/comment-box.tsx';
import { CommentThread } from './comment-thread.tsx';
import type { CommentThreadProps } from './comment-thread.tsx';

/** A post's comments as a section of a screen, the input sticky above the bottom bar. */
export function CommentsSection(thread: CommentThreadProps) {
  return (
    <section aria-labelledby="komentar" className="border-t border-line">
      <div className="px-3 pt-3">
        <h2 id="komentar" className="text-lg font-semibold">
          Komentar
        </h2>
        <CommentThread {...thread} />
      </div>
      <div className="sticky bottom-[calc(4rem+1px+env(safe-area-inset-bottom))] z-10 mt-2 border-t border-line bg-background px-3 py-2">
        <CommentBox postId={thread.postId} />
      </div>
    </section>
  );
}
