import { startTransition, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useIsServersHtml } from '../../../lib/device/on-server.ts';
import { useNearScreen } from '../../../ui/waiting/near-screen.ts';

// The heights by item: a list that is opened again has its height at once, so that its scroll position can be restored.
const heightsPx = new Map<string, number>();
const nearIds = new Set<string>();
/** The distance in screen heights at which an item that is not rendered yet is rendered at once. */
const urgentReach = 0.25;

type WindowedItemProps = {
  id: string;
  /** Whether the item is rendered at first, before its position is known. */
  startsNear: boolean;
  /** Shows in the item's place in the server's HTML, for browsers that run no script. */
  withoutScript: ReactNode;
  children: ReactNode;
};

/** A list item that is empty but keeps its height while it is far off the screen, so that a long list stays fast. */
export function WindowedItem({ id, startsNear, withoutScript, children }: WindowedItemProps) {
  const item = useRef<HTMLLIElement>(null);
  const isServersHtml = useIsServersHtml();
  const [isNear, setIsNear] = useState(() => nearIds.has(id) || (startsNear && !heightsPx.has(id)));

  useNearScreen(item, ({ target, isIntersecting, boundingClientRect }) => {
    // Removing the focused element would lose the keyboard focus.
    if (!isIntersecting && target.contains(document.activeElement)) return;
    if (isIntersecting) nearIds.add(id);
    else {
      nearIds.delete(id);
      if (target.hasChildNodes()) heightsPx.set(id, boundingClientRect.height);
    }
    // The change is a transition, as there is time for it: rendering must not block the scrolling of a slow phone.
    startTransition(() => setIsNear(isIntersecting));
  });
  // Fast scrolling overtakes the transition. An item that got its real height only once the next is on the screen would
  // push that one away.
  useNearScreen(item, ({ isIntersecting }) => isIntersecting && flushSync(() => setIsNear(true)), urgentReach);

  return (
    <li ref={item} style={isNear ? undefined : { height: heightsPx.get(id) ?? 'calc(min(100vw, 28rem) + 22rem)' }}>
      {isNear ? children : isServersHtml && <noscript>{withoutScript}</noscript>}
    </li>
  );
}
