import type { Page } from '@playwright/test';
import type { Lapau } from '../../server/src/testing/stories.ts';

/** Makes a device refuse storage to a site, each in another way. Called before the app is opened, it lasts as long as the page. */
export const poorDevices: Record<string, (page: Page, lapau: Lapau) => Promise<void>> = {
  'a full device': fill,
  'a device whose browser refuses to store anything': async (page) => void (await page.addInitScript(refuseStorages)),
  'a device that never answers': async (page) => void (await page.addInitScript(silenceDevice)),
  'a browser without storages': async (page) => void (await page.addInitScript(removeStorages)),
};

/** Makes storing impossible; what is stored already can be read. */
export async function fill(page: Page, { url }: Lapau): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1 });
  // Browsers store small values all the same.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The device is full.', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
}

/** Makes storing impossible in an open page, as on a phone that has become full. @returns a function that makes room */
export async function refuseToStore(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const put: unknown = Reflect.get(IDBObjectStore.prototype, 'put');
    const makeRoom = () => Object.assign(IDBObjectStore.prototype, { put });
    Object.assign(window, { makeRoom });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The device is full.', 'QuotaExceededError');
    };
  });
  return () => page.evaluate(() => (window as unknown as { makeRoom: () => void }).makeRoom());
}

/** In the page: refuses storages as browsers do whose people block what sites store. */
function refuseStorages(): void {
  const denied = () => new DOMException('Access is denied for this document.', 'SecurityError');
  for (const name of ['localStorage', 'sessionStorage']) {
    Object.defineProperty(window, name, {
      get: () => {
        throw denied();
      },
    });
  }
  IDBFactory.prototype.open = () => {
    throw denied();
  };
  // Firefox refuses channels between tabs, too.
  const isRefused = () => {
    throw denied();
  };
  window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: isRefused });
  const refuse = () => Promise.reject(denied());
  Object.assign(CacheStorage.prototype, { open: refuse, match: refuse, keys: refuse, has: refuse, delete: refuse });
  Object.assign(ServiceWorkerContainer.prototype, { register: refuse, getRegistration: refuse });
}

/** In the page: has storages hang for ever, as well as locks and the worker, which may wait for another page that stands still. */
function silenceDevice(): void {
  const never = () => new Promise<never>(() => {});
  IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  Object.assign(CacheStorage.prototype, { open: never, match: never, keys: never, has: never, delete: never });
  Object.assign(LockManager.prototype, { request: never, query: never });
  Object.assign(ServiceWorkerContainer.prototype, { register: never, getRegistration: never });
}

/** In the page: removes the storages. */
function removeStorages(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel']) {
    Object.defineProperty(window, name, { value: undefined });
  }
  // The property itself has to go: browsers without workers do not have it at all.
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}
