import { onlineManager } from '@tanstack/react-query';
import { forgetFailures, noteOnline } from './signal.ts';

/** Notes that a request was answered, whatever the answer says. */
export function noteAnswer(): void {
  forgetFailures();
  onlineManager.setOnline(true);
}

/**
 * Has the online manager follow the browser's events. When the network comes back, everything that waits for it is tried, also
 * where nobody knew that it was away: an answer that was under way when the network went has marked it as present (api.ts).
 * @param page the window; for tests another target of its events
 */
export function followNetwork(page: EventTarget): void {
  onlineManager.subscribe(noteOnline);
  onlineManager.setEventListener((setOnline) => {
    const onOffline = () => setOnline(false);
    const onOnline = () => {
      forgetFailures();
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
