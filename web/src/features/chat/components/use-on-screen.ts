import { useSyncExternalStore } from 'react';

/** Whether the page is on the screen, and not in a tab behind another one or on a phone that is locked. */
export const useOnScreen = (): boolean => useSyncExternalStore(subscribe, () => document.visibilityState === 'visible');

function subscribe(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
