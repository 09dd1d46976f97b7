import { startTransition, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useNearScreen } from '../../../ui/near-screen.ts';

// What the reader's list looked like last: coming back, it looks the same in the first frame.
const heights = new Map<string, number>();
const near = new Set<string>();
/** In screens: what is not built at this distance is built before anything else. */
const atOnce = 0.25;

interface WindowedItemProps {
  id: string;
  /** On the screen before anything has been measured. */
  startsNear: boolean;
  children: ReactNode;
}

/** A list item that leaves only its height behind while it is far off the screen, so that a long list stays light. */
export function WindowedItem({ id, startsNear, children }: WindowedItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const [isNear, setIsNear] = useState(() => near.has(id) || (startsNear && !heights.has(id)));

  useNearScreen(item, ({ target, isIntersecting, boundingClientRect }) => {
    // Who works in a card by keyboard keeps it.
    if (!isIntersecting && target.contains(document.activeElement)) return;
    if (isIntersecting) near.add(id);
    else {
      near.delete(id);
      if (target.hasChildNodes()) heights.set(id, boundingClientRect.height);
    }
    // Long before it is seen: a slow phone builds it in pieces between two frames.
    startTransition(() => setIsNear(isIntersecting));
  });
  // Unless a fling is faster: one that took its height when the next is seen would push that away.
  useNearScreen(item, ({ isIntersecting }) => isIntersecting && setIsNear(true), atOnce);

  return (
    <li ref={item} style={isNear ? undefined : { height: heights.get(id) ?? 'calc(min(100vw, 28rem) + 23rem)' }}>
      {isNear && children}
    </li>
  );
}
