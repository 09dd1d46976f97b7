import type { BrowserContext, Page } from '@playwright/test';

/** Files of the web app that come after the first screen. */
const laterCode = /\/assets\/(?!index-|vendor-|rolldown-runtime-)[\w-]+\.js$/;

/** Lets the code of other screens, overlays and toasts fail to load, as on a network that went early. @returns ends that */
export async function withoutLaterCode(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route(laterCode, (route) => route.abort());
  return () => context.unroute(laterCode);
}

/** Waits until the page rests and has everything it may need without a network: the last is the screen of '*'. */
export async function codePreloaded(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/not-found-screen-')),
  );
}
