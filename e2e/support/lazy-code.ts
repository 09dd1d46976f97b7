import type { BrowserContext, Page } from '@playwright/test';

/** Files of the web app that the first screen does not need. */
const laterCode = /\/assets\/(?!index-|vendor-|rolldown-runtime-)[\w-]+\.js$/;

/** Makes the code of other screens, overlays and toasts fail to load, as without a network. @returns ends that */
export async function blockLazyCode(context: BrowserContext): Promise<() => Promise<void>> {
  await context.route(laterCode, (route) => route.abort());
  return () => context.unroute(laterCode);
}

/** Waits until the page has preloaded all code; the last file is the screen of '*'. */
export async function waitForPreloadedCode(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/not-found-screen-')),
  );
}
