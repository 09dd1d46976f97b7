import { useSyncExternalStore } from 'react';
import { isTyping } from '../../lib/device/at-rest.ts';

/** The longest time from the blur that a tap causes to its click: an element that moves in between is missed by the finger. */
const tapMs = 300;
const lookMs = 500;

/** Whether the text field has lost the focus, so that the keyboard is gone, even if the browser says that it covers something. */
let isClosed = false;

/**
 * How many pixels of the window the keyboard covers. Where `interactive-widget` of index.html is known the window shrinks and
 * it is 0; an iPhone leaves the window as it is.
 */
export const useKeyboardInset = (): number => useSyncExternalStore(subscribeToKeyboard, keyboardInset, () => 0);

/**
 * Calls `listener` when the keyboard may have opened or closed. Browsers do not always report this, so that the covered height is also
 * looked at after a change of the app or a turn of the phone, and while somebody types.
 */
export function subscribeToKeyboard(listener: () => void): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const look = () => {
    if (isTyping()) isClosed = false;
    listener();
  };
  const close = () => {
    isClosed = !isTyping();
    listener();
  };
  let closing: ReturnType<typeof setTimeout> | undefined;
  const closeSoon = () => {
    clearTimeout(closing);
    closing = setTimeout(close, tapMs);
  };
  isClosed = false;
  for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, look, { signal });
  for (const event of ['resize', 'orientationchange', 'pageshow']) window.addEventListener(event, look, { signal });
  for (const event of ['focusin', 'visibilitychange']) document.addEventListener(event, look, { signal });
  document.addEventListener('focusout', closeSoon, { signal });
  const looking = setInterval(() => isTyping() && look(), lookMs);
  return () => {
    ended.abort();
    clearInterval(looking);
    clearTimeout(closing);
  };
}

export function keyboardInset(): number {
  const { visualViewport } = window;
  // On a zoomed page the rest of the window is outside of the screen, not under a keyboard.
  if (isClosed || !visualViewport || visualViewport.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - visualViewport.height - visualViewport.offsetTop));
}
