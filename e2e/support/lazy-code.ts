import type { BrowserContext, Page } from '@playwright/test';

/** Files of the web app that the first screen does not need. */
const laterCode = /\/assets\/(?!index-|vendor-|rolldown-runtime-|photo-first-)[\w-]+\.js$/;

/** As on a phone that opens the app for the first time: the files of the app, which earlier stories loaded, come from the network. */
async function emptyHttpCache(context: BrowserContext): Promise<void> {
  const [page] = context.pages();
  if (!page) throw new Error('The cache is emptied by a page.');
  const session = await context.newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** Makes the code of other screens, overlays and toasts fail to load, as without a network. @returns ends that */
export async function blockLazyCode(context: BrowserContext): Promise<() => Promise<void>> {
  await emptyHttpCache(context);
  await context.route(laterCode, (route) => route.abort());
  return () => context.unroute(laterCode);
}

/** Holds the code of other screens, overlays and toasts back, as a slow line does. @returns lets it through */
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
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/not-found-screen-')),
  );
}

/** Waits until the page keeps the focus in view, which the code does that preloads the rest. */
export async function waitForFocusCare(page: Page): Promise<void> {
  const code = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/preload-code-'))?.name ?? '',
  );
  // Imported already, it is not loaded again, and there once it has run.
  await page.evaluate((file) => import(file), await code.jsonValue());
}
