import { CommentBox } from '../composer/comment-box.tsx';
import { Thread } from './thread.tsx';
import type { ThreadProps } from './thread.tsx';

/** A post's comments as a section of a screen, the input sticky above the bottom bar. */
export function CommentsSection(thread: ThreadProps) {
  return (
    <section aria-labelledby="komentar" className="border-t border-line">
      <div className="px-3 pt-3">
        <h2 id="komentar" className="text-lg font-semibold">
          Komentar
        </h2>
        <Thread {...thread} />
      </div>
      <div className="sticky bottom-[calc(4rem+1px+env(safe-area-inset-bottom))] z-10 mt-2 border-t border-line bg-background px-3 py-2">
        <CommentBox postId={thread.postId} />
      </div>
    </section>
  );
}
