import { useEffect, useState } from 'react';

/*
 * What opens by itself, without a tap that has asked for it, waits while somebody types or has a finger down: it would eat the keys
 * or the tap. opens-by-itself.test.ts names all that does.
 */

export const textFields =
  'textarea, input:not([type=checkbox], [type=radio], [type=file], [type=hidden], [type=range])';

/** Whether a text field has the focus, and with it a phone's keyboard. */
export const isTyping = (): boolean => document.activeElement?.matches(textFields) ?? false;

/** A touch of which nothing more is heard, as what it touched is gone from the page, is over after so long. */
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
/** What has waited longer is no news any more. */
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
 * Whether a bar that comes by itself shows. Once it does it stays under a finger, which may be there for its own button, and only gives way
 * to who types.
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
