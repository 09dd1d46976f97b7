import { onlineManager } from '@tanstack/react-query';

/** The last request was not answered at all. A silent server is none: that the network is away shows at once. */
let isUnreachable = false;
const listeners = new Set<() => void>();

function setUnreachable(next: boolean): void {
  if (next === isUnreachable) return;
  isUnreachable = next;
  for (const listener of listeners) listener();
}

/** To be called when a request was answered, whatever the answer says. */
export function noteAnswer(): void {
  setUnreachable(false);
  onlineManager.setOnline(true);
}

/** To be called when the network has failed a request. */
export const noteFailedNetwork = (): void => setUnreachable(true);

/** Whether what has not been answered waits for the server, and not for the signal. */
export const hasSignal = (): boolean => onlineManager.isOnline() && !isUnreachable;

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
      setUnreachable(false);
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
