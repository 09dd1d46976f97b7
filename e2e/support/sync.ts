import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './story.ts';

/** What the browser does for an app that is closed once it has found a network: it tells the worker, whatever it has been asked for. */
export async function dispatchSync(context: BrowserContext, origin: string, tag = 'outbox'): Promise<void> {
  // A page of nobody: a page of the app would send by itself.
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

/** Notes what the page asks the browser for, which does it at once where it knows nothing of the network that a story has cut. */
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
