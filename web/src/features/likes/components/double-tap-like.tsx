import type { FeedPost } from '@lapau/contract/posts';
import { Heart } from 'lucide-react';
import { useRef, useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import type { LikePlace } from '../api.ts';
import { useLike } from './use-like.ts';

/** How long a tap on a photo waits for a second one. */
const doubleTapMs = 250;

type DoubleTapLikeProps = {
  post: FeedPost;
  place: LikePlace;
  /** A carousel. */
  children: ReactNode;
};

/** Likes a post by a double tap on its photos; a liked post stays liked. A single tap works as usual, a moment later. */
export function DoubleTapLike({ post, place, children }: DoubleTapLikeProps) {
  const { isLiked, setLiked } = useLike(post, place);
  const [hearts, setHearts] = useState(0);
  const first = useRef<{ slide: Element; timer: ReturnType<typeof setTimeout> }>(undefined);

  function onClickCapture(event: MouseEvent) {
    const slide = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-slide]') : null;
    // The mouse and the keyboard act at once, and so does the tap that is repeated below.
    const isTouch = (event.nativeEvent as Partial<PointerEvent>).pointerType === 'touch';
    if (!slide || !isTouch) return;
    event.preventDefault();
    event.stopPropagation();
    const isSecond = first.current?.slide === slide;
    clearTimeout(first.current?.timer);
    first.current = undefined;
    if (isSecond) {
      setHearts(hearts + 1);
      if (!isLiked) setLiked(true);
      return;
    }
    const timer = setTimeout(() => {
      first.current = undefined;
      slide.click();
    }, doubleTapMs);
    first.current = { slide, timer };
  }
  return (
    <div onClickCapture={onClickCapture} className="relative">
      {children}
      {hearts > 0 && (
        <Heart
          // Each double tap makes a new element, which starts the animation again.
          key={hearts}
          aria-hidden="true"
          className="pointer-events-none absolute inset-0 m-auto size-28 animate-heart fill-red text-red opacity-0 drop-shadow-lg"
        />
      )}
    </div>
  );
}
