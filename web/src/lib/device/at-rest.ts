import { useEffect, useState } from 'react';

/*
 * Overlays that open by themselves, without a tap that has asked for them, wait while somebody types or has a finger down: they would take
 * the keys or the tap. opens-by-itself.test.ts names all of them.
 */

export const textFields =
  'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [type=range])';

/** Whether a text field has the focus, and with it a phone's keyboard. */
export const isTyping = (): boolean => document.activeElement?.matches(textFields) ?? false;

/** The time after which a touch is over of which no event is heard any more, as the touched element is gone from the page. */
const longestTouchMs = 30_000;
let touchedAt = -Infinity;
const noteTouches = ({ touches }: TouchEvent): void => {
  touchedAt = touches.length > 0 ? performance.now() : -Infinity;
};
for (const type of ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const)
  globalThis.document?.addEventListener(type, noteTouches, { capture: true, passive: true });

const isFingerDown = (): boolean => performance.now() - touchedAt < longestTouchMs;

/** Whether something may open by itself at this moment. */
export const mayOpen = (): boolean => !isTyping() && !isFingerDown();

const checkMs = 250;
/** The longest time that an overlay waits; after that it is no news any more. */
const longestWaitMs = 120_000;

/** Calls back as soon as something may open by itself, at once if it may now; not once `ended`, nor after two minutes. */
export function onceItMayOpen(open: () => void, ended: AbortSignal): void {
  const until = performance.now() + longestWaitMs;
  const look = () => {
    if (ended.aborted) return;
    if (mayOpen()) open();
    else if (performance.now() < until) setTimeout(look, checkMs);
  };
  look();
}

/**
 * Whether a bar that opens by itself shows. An open bar stays under a finger, which may be there for the bar's own button, and only gives
 * way while somebody types.
 */
export function useOpensByItself(isWanted: boolean): boolean {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    if (!isWanted) return;
    let shows = false;
    const look = () => {
      shows = shows ? !isTyping() : mayOpen();
      setIsShown(shows);
    };
    look();
    const timer = setInterval(look, checkMs);
    document.addEventListener('focusin', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('focusin', look);
      setIsShown(false);
    };
  }, [isWanted]);
  return isWanted && isShown;
}
