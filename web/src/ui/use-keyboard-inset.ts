import { useSyncExternalStore } from 'react';

/**
 * How many pixels of the window the keyboard covers. Where `interactive-widget` of index.html is known the window shrinks and
 * it is 0; an iPhone leaves the window as it is.
 */
export const useKeyboardInset = (): number => useSyncExternalStore(subscribeToKeyboard, keyboardInset);

/** Calls `listener` when the keyboard may have opened or closed. */
export function subscribeToKeyboard(listener: () => void): () => void {
  const { visualViewport } = window;
  for (const event of ['resize', 'scroll']) visualViewport?.addEventListener(event, listener);
  return () => {
    for (const event of ['resize', 'scroll']) visualViewport?.removeEventListener(event, listener);
  };
}

export function keyboardInset(): number {
  const { visualViewport } = window;
  // Zoomed in, the rest of the window is outside of the screen, not under a keyboard.
  if (!visualViewport || visualViewport.scale > 1.01) return 0;
  return Math.max(0, Math.round(window.innerHeight - visualViewport.height - visualViewport.offsetTop));
}
