import { deviceStorage } from './device-storage.ts';
import { keepServerTimeIn, noteServerTime } from './server-time.ts';

/** Tells a page that starts the server's time: the device keeps one, and the server has written one into the page. */
export function startPageTime(): void {
  keepServerTimeIn(deviceStorage);
  const sent = Number(document.documentElement.dataset.now);
  if (!(sent > 0)) return;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A page that the browser shows again, by going back, has an old time.
  if (navigation?.type === 'back_forward') return;
  // The time since the page is added: on a slow line the code comes seconds after it.
  noteServerTime(sent + Math.max(0, performance.now() - (navigation?.responseStart ?? 0)));
}
