import { useEffect, useRef } from 'react';
import type { MouseEvent, PointerEvent } from 'react';

const longPressMs = 450;
/** How long a link is pressed: longer than phones wait with the browser's own menu, which an iPhone does not show here. */
const linkPressMs = 900;
/** A finger that moves further than this scrolls. */
const maxMovePx = 10;

/**
 * Handlers for an element that does something when it is pressed for long, or with the right mouse button. iPhones send no
 * `contextmenu`.
 */
export function useLongPress(onLongPress: (element: HTMLElement) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef({ x: 0, y: 0 });
  const cancel = () => clearTimeout(timer.current);
  useEffect(() => cancel, []);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType === 'mouse') return;
      const { currentTarget } = event;
      start.current = { x: event.clientX, y: event.clientY };
      cancel();
      timer.current = setTimeout(() => onLongPress(currentTarget), isLink(event) ? linkPressMs : longPressMs);
    },
    onPointerMove: ({ clientX: x, clientY: y }: PointerEvent<HTMLElement>) => {
      if (Math.hypot(x - start.current.x, y - start.current.y) > maxMovePx) cancel();
    },
    onPointerUp: cancel,
    onPointerCancel: cancel,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      cancel();
      // A link has the browser's own menu.
      if (isLink(event)) return;
      event.preventDefault();
      onLongPress(event.currentTarget);
    },
  };
}

const isLink = ({ target }: { target: EventTarget }): boolean =>
  target instanceof Element && target.closest('a') !== null;
