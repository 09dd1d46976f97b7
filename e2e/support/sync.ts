import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './story.ts';

/** Tells the worker that there is a network, as the browser does for a closed app, whether or not the app has asked for it. */
export async function dispatchSync(context: BrowserContext, origin: string, tag = 'outbox'): Promise<void> {
  // The page is not one of the app, which would send by itself.
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let registrationId = '';
  session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(origin) && !isDeleted);
    if (own) registrationId = own.registrationId;
  });
  await session.send('ServiceWorker.enable');
  await expect.poll(() => registrationId).not.toBe('');
  await session.send('ServiceWorker.dispatchSyncEvent', { origin, registrationId, tag, lastChance: false });
  await page.close();
}

/** Notes the syncs that the page asks for. The browser would run them at once, as it does not know that a story has cut the network. */
export const noteSyncs = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const manager = (globalThis as unknown as { SyncManager: { prototype: { register: (tag: string) => unknown } } })
      .SyncManager.prototype;
    const { register } = manager;
    manager.register = function noted(tag) {
      document.documentElement.dataset.sync = tag;
      return register.call(this, tag);
    };
  });
