import { useRef, useState } from 'react';
import { useTakesPlace } from '../../../lib/screen/takes-place.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import { CommentBox } from '../composer/comment-box.tsx';
import { LeftComment } from '../composer/left-comment.tsx';
import { CommentThread } from './comment-thread.tsx';
import type { CommentThreadProps } from './comment-thread.tsx';

/**
 * A post's comments as a section of a screen. The input stays above the bar at the bottom; the bar gives way while one writes, as
 * the keyboard leaves no room for both.
 */
export function CommentsSection(thread: CommentThreadProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { isGone } = thread;
  const [isWriting, setIsWriting] = useState(false);
  useTakesPlace('own-bottom', !isGone);
  useTakesPlace('typing', !isGone && isWriting);
  return (
    <section
      aria-labelledby={isGone ? undefined : 'komentar'}
      // One's own new comment scrolls to a place above the input and the bar below it.
      className={classNames('[--above-input:calc(var(--bottom-bar)+6rem)]', !isGone && 'border-t border-line')}
    >
      <div className="px-3 pt-3">
        {!isGone && (
          <h2 id="komentar" className="text-lg font-semibold">
            Komentar
          </h2>
        )}
        <CommentThread {...thread} input={input} />
      </div>
      {isGone ? (
        <LeftComment postId={thread.postId} />
      ) : (
        <div
          data-covers="bottom"
          onFocus={() => setIsWriting(true)}
          onBlur={() => setIsWriting(false)}
          className={classNames(
            'sticky z-10 mt-2 border-t border-line bg-background px-3 py-2 lg:bottom-0 lg:in-data-actions:bottom-(--bottom-bar)',
            isWriting
              ? 'max-lg:bottom-0 max-lg:pb-[calc(0.5rem+env(safe-area-inset-bottom))]'
              : 'max-lg:bottom-(--bottom-bar)',
          )}
        >
          <CommentBox postId={thread.postId} input={input} />
        </div>
      )}
    </section>
  );
}
