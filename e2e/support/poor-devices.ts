import type { Page } from '@playwright/test';
import type { Lapau } from '../../server/src/testing/stories.ts';

/** What a device refuses to a site, by how that shows. To be called before the app is opened; it lasts as long as the page. */
export const poorDevices: Record<string, (page: Page, lapau: Lapau) => Promise<void>> = {
  'a full device': fill,
  'a device whose browser refuses to store anything': async (page) => void (await page.addInitScript(refuseStorages)),
  'a device that never answers': async (page) => void (await page.addInitScript(silenceDevice)),
  'a browser without storages': async (page) => void (await page.addInitScript(removeStorages)),
};

/** Nothing can be stored any more; what is stored already can be read. */
export async function fill(page: Page, { url }: Lapau): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: url, quotaSize: 1 });
  // Small values the browser stores all the same.
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The device is full.', 'QuotaExceededError');
    };
    Storage.prototype.setItem = refuse;
    IDBObjectStore.prototype.put = refuse;
  });
}

/** From now on an open page can store nothing, as on a phone that has become full. @returns makes room */
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

/** In the page: as browsers do whose people block what sites store. */
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
  // as Firefox does
  const isRefused = () => {
    throw denied();
  };
  window.BroadcastChannel = new Proxy(BroadcastChannel, { construct: isRefused });
  const refuse = () => Promise.reject(denied());
  Object.assign(CacheStorage.prototype, { open: refuse, match: refuse, keys: refuse, has: refuse, delete: refuse });
  Object.assign(ServiceWorkerContainer.prototype, { register: refuse, getRegistration: refuse });
}

/** In the page: as browsers do whose storages hang; what waits for another page that stands still hangs too. */
function silenceDevice(): void {
  const never = () => new Promise<never>(() => {});
  IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  Object.assign(CacheStorage.prototype, { open: never, match: never, keys: never, has: never, delete: never });
  Object.assign(LockManager.prototype, { request: never, query: never });
  Object.assign(ServiceWorkerContainer.prototype, { register: never, getRegistration: never });
}

/** In the page. */
function removeStorages(): void {
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'BroadcastChannel']) {
    Object.defineProperty(window, name, { value: undefined });
  }
  // A property that is there without a value is what such browsers do not have.
  Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}
