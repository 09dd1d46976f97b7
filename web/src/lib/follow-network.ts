import { onlineManager } from '@tanstack/react-query';

/** How many requests in a row the network has failed: one may fail while a phone changes from one network to another. */
let failuresInARow = 0;
const listeners = new Set<() => void>();

function setFailures(next: number): void {
  failuresInARow = next;
  for (const listener of listeners) listener();
}

/** To be called when a request was answered, whatever the answer says. */
export function noteAnswer(): void {
  setFailures(0);
  onlineManager.setOnline(true);
}

/** To be called when the network has failed a request. That a server is silent does not say that the network is away. */
export const noteFailedNetwork = (): void => setFailures(failuresInARow + 1);

/** Whether what has not been answered waits for the server, and not for the signal. */
export const hasSignal = (): boolean => onlineManager.isOnline() && failuresInARow < 2;

export function subscribeToSignal(listener: () => void): () => void {
  listeners.add(listener);
  const unsubscribe = onlineManager.subscribe(listener);
  return () => {
    listeners.delete(listener);
    unsubscribe();
  };
}

/**
 * Has the online manager follow the browser's events. When the network comes back, everything that waits for it is tried, also
 * where nobody knew that it was away: an answer that was under way when the network went has marked it as present (api.ts).
 * @param page the window; for tests another target of its events
 */
export function followNetwork(page: EventTarget): void {
  onlineManager.setEventListener((setOnline) => {
    const onOffline = () => setOnline(false);
    const onOnline = () => {
      setFailures(0);
      setOnline(false);
      setOnline(true);
    };
    page.addEventListener('online', onOnline);
    page.addEventListener('offline', onOffline);
    return () => {
      page.removeEventListener('online', onOnline);
      page.removeEventListener('offline', onOffline);
    };
  });
}
