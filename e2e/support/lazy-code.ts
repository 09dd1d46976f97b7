import type { BrowserContext, Page } from '@playwright/test';

/** Files of the web app that the first screen does not need. */
const laterCode = /\/assets\/(?!index-|vendor-|rolldown-runtime-|before-code-)[\w-]+\.js$/;

/** Empties the HTTP cache, so that the app's files, which earlier stories loaded, come from the network as on a first visit. */
async function emptyHttpCache(context: BrowserContext): Promise<void> {
  const [page] = context.pages();
  if (!page) throw new Error('The cache is emptied by a page.');
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** Makes the code of other screens, overlays and toasts fail to load, as without a network. @returns a function that ends this */
export async function blockLazyCode(context: BrowserContext): Promise<() => Promise<void>> {
  await emptyHttpCache(context);
  await context.route(laterCode, (route) => route.abort());
  return () => context.unroute(laterCode);
}

/** Holds the code of other screens, overlays and toasts back, as a slow line does. @returns a function that lets it through */
export async function holdLazyCode(context: BrowserContext): Promise<() => void> {
  await emptyHttpCache(context);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await context.route(laterCode, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Waits until the page has preloaded all code; the last file is the screen of '*'. */
export async function waitForPreloadedCode(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/dead-ends-')),
  );
}

/** Waits until the page keeps the focus in view; the code that preloads the rest does so. */
export async function waitForFocusCare(page: Page): Promise<void> {
  const code = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/preload-code-'))?.name ?? '',
  );
  // The page has imported this file: another import loads nothing, and ends once the code has run.
  await page.evaluate((file) => import(file), await code.jsonValue());
}
