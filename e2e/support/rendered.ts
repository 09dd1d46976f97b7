import type { BrowserContext, Page } from '@playwright/test';

/** Whether the page has begun with a screen that the server has rendered. */
export const isRendered = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.getElementById('root')?.dataset.rendered !== undefined);

/** Waits until the app has taken the page over. */
export const untilTaken = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.documentElement.dataset.taken !== undefined);

/** Has the server begin the pages of a browser with the shell, as it does for a device that differs from what it knows. */
export const askForShell = (context: BrowserContext, url: string): Promise<void> =>
  context.addCookies([{ name: 'lapau.left', value: '1', url }]);

/** Holds the app's code back, but not what comes before it. @returns lets it through */
export async function holdApp(context: BrowserContext): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await context.route(/\/assets\/(?!before-code-)[\w-]+\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits until what comes before the app's code keeps what is pressed and typed. */
export const untilKept = (page: Page): Promise<unknown> =>
  page.waitForFunction(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).some(
      ({ name, responseEnd }) => name.includes('/before-code-') && responseEnd > 0,
    ),
  );

/** Records how much the page's content moves by itself (Layout Instability API). @returns reads it */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shifted: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) seen.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { shifted: number } }).seen.shifted);
}
