import { deviceStorage } from './device-storage.ts';
import { keepServerTimeIn, noteServerTime } from './server-time.ts';

/** Has a page that starts know the server's time: from what the device keeps, and from what the server has written into the page. */
export function startPageTime(): void {
  keepServerTimeIn(deviceStorage);
  const sent = Number(document.documentElement.dataset.now);
  if (!(sent > 0)) return;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A page that the browser shows again, by going back, has an old time.
  if (navigation?.type === 'back_forward') return;
  // On a slow line the code comes seconds after the page.
  noteServerTime(sent + Math.max(0, performance.now() - (navigation?.responseStart ?? 0)));
}
