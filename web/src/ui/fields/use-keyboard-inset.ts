import { useSyncExternalStore } from 'react';
import { isTyping } from '../../lib/device/at-rest.ts';

/** Longer than a tap, from the blur it causes to its click: what moves in between is missed by the finger. */
const tapMs = 300;
const lookMs = 500;

/** The text field has lost the focus, and with it the keyboard is gone, whatever the browser says it covers. */
let isClosed = false;

/**
 * How many pixels of the window the keyboard covers. Where `interactive-widget` of index.html is known the window shrinks and
 * it is 0; an iPhone leaves the window as it is.
 */
export const useKeyboardInset = (): number => useSyncExternalStore(subscribeToKeyboard, keyboardInset);

/**
 * Calls `listener` when the keyboard may have opened or closed, which browsers do not always tell: after a change of the app or a turn of
 * the phone, and while somebody types, what is covered is looked at again.
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
  // Zoomed in, the rest of the window is outside of the screen, not under a keyboard.
  if (isClosed || !visualViewport || visualViewport.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - visualViewport.height - visualViewport.offsetTop));
}
