import type { PushPayload } from '@lapau/contract/push';
import type { BrowserContext, CDPSession, Page, Worker } from '@playwright/test';
import type { startPushService } from '../../server/src/testing/push-service.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import { expect } from './story.ts';

type Service = Awaited<ReturnType<typeof startPushService>>;
type Browser = ReturnType<Service['browser']>;
export type Shown = {
  title: string;
  body: string;
  tag: string;
  renotify: boolean;
  data: { url: string };
  actions?: { action: string; title: string }[];
};

/** The limit is long, as the page first fetches all code of the app. */
const slow = { timeout: 60_000 };

/**
 * A phone whose browser gets pushes. Headless Chromium has no push service and shows no notifications, so both are stood in for:
 * it subscribes at the push service of tests, and what that has decrypted comes to the worker as a push of the browser's own;
 * notifications are kept by their tags. Permissions are the context's.
 */
export class PushPhone {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #service: Service;
  readonly #origin: string;
  #permissions: CDPSession | undefined;
  #session: CDPSession | undefined;
  #registrationId = '';
  /** The error with which the browser refuses to subscribe; 'silent' if it never answers. */
  fails: 'AbortError' | 'NotAllowedError' | 'InvalidStateError' | 'silent' | undefined;
  /** This browser's subscriptions as the push service knows them; the last is the one in use. */
  readonly browsers: Browser[] = [];

  constructor(page: Page, lapau: Lapau, service: Service) {
    this.page = page;
    this.#context = page.context();
    this.#service = service;
    this.#origin = lapau.url;
  }

  /** Prepares the phone; has to be called before the app is opened. */
  async prepare(permission: 'granted' | 'denied' | 'prompt'): Promise<void> {
    await this.setPermission(permission);
    await this.page.exposeBinding('subscribeForTest', (_source, key: string) => {
      if (this.fails === 'silent') return new Promise<never>(() => undefined);
      if (this.fails !== undefined) return { fails: this.fails };
      const browser = this.#service.browser(key);
      this.browsers.push(browser);
      return browser.subscription;
    });
    await this.page.addInitScript(standInForPush);
  }

  /** Sets the person's answer to the browser's question, before or after it is asked. */
  async setPermission(setting: 'granted' | 'denied' | 'prompt'): Promise<void> {
    // The session is kept, as the permission that it has set ends with it.
    const session = (this.#permissions ??= await this.#context.newCDPSession(this.page));
    const { targetInfo } = await session.send('Target.getTargetInfo');
    const { browserContextId = '' } = targetInfo;
    const permission = { name: 'notifications' };
    await session.send('Browser.setPermission', { origin: this.#origin, permission, setting, browserContextId });
  }

  /** Waits until the worker knows that the page takes its pushes. */
  async untilListening(): Promise<void> {
    const isListening = () =>
      this.page.evaluate(async () =>
        (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith('page ')),
      );
    await expect.poll(isListening, slow).toBe(true);
  }

  /** The worker, with notifications that can be read. */
  async worker(): Promise<Worker> {
    const worker = this.#context.serviceWorkers().at(-1) ?? (await this.#context.waitForEvent('serviceworker'));
    await worker.evaluate(standInForNotifications);
    return worker;
  }

  /** A push arrives, as the browser gives it to the worker. */
  async deliver(payload: PushPayload): Promise<void> {
    await this.worker();
    const session = await this.#devtools();
    const push = { origin: this.#origin, registrationId: this.#registrationId, data: JSON.stringify(payload) };
    await session.send('ServiceWorker.deliverPushMessage', push);
  }

  async #devtools(): Promise<CDPSession> {
    if (this.#session) return this.#session;
    // The session belongs to a page that stays open, as the app's page may be closed.
    const session = await this.#context.newCDPSession(await this.#context.newPage());
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL, isDeleted }) => scopeURL.startsWith(this.#origin) && !isDeleted);
      if (own) this.#registrationId = own.registrationId;
    });
    await session.send('ServiceWorker.enable');
    await expect.poll(() => this.#registrationId).not.toBe('');
    this.#session = session;
    return session;
  }

  /** Shows a notification that came before the page was opened. */
  async show({ tag, title, url }: { tag: string; title: string; url: string }): Promise<void> {
    await (
      await this.worker()
    ).evaluate(
      (shown) => {
        const { registration } = self as unknown as { registration: ServiceWorkerRegistration };
        return registration.showNotification(shown.title, { tag: shown.tag, data: { url: shown.url } });
      },
      { tag, title, url },
    );
  }

  /** Lists the notifications that show on the phone. */
  async shown(): Promise<Shown[]> {
    const worker = await this.worker();
    return worker.evaluate(() =>
      (self as unknown as { notifications: Shown[] }).notifications.map(
        ({ title, body, tag, renotify, data, actions }) => ({
          title,
          body,
          tag,
          renotify,
          data,
          ...(actions && { actions }),
        }),
      ),
    );
  }

  /** The number on the app's icon, and the addresses that the worker has opened new pages with. */
  async state(): Promise<{ badge: number | undefined; opened: string[] }> {
    return (await this.worker()).evaluate(() => {
      const { badge, opened } = self as unknown as { badge: number | undefined; opened: string[] };
      return { badge, opened };
    });
  }

  /** The person taps on the notification with a tag, or on one of its actions. */
  async tap(tag: string, action = ''): Promise<void> {
    await (
      await this.worker()
    ).evaluate(
      async ({ tag, action }) => {
        const { notifications } = self as unknown as { notifications: Shown[] };
        const notification = notifications.find((shown) => shown.tag === tag);
        const work: Promise<unknown>[] = [];
        const event = new Event('notificationclick');
        Object.assign(event, { notification, action, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
        self.dispatchEvent(event);
        await Promise.all(work);
      },
      { tag, action },
    );
  }
}

/** In the page: stands in for the browser's push manager and permission. */
function standInForPush(): void {
  if (!('serviceWorker' in navigator)) return;
  const key = 'subscription of the test';
  const base64 = (bytes: ArrayBuffer) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  type Stored = { endpoint: string; p256dh: string; auth: string; serverKey: string };
  const subscriptionOf = ({ endpoint, p256dh, auth, serverKey }: Stored) => ({
    endpoint,
    options: {
      applicationServerKey: Uint8Array.from(atob(serverKey.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
        character.charCodeAt(0),
      ).buffer,
    },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      localStorage.removeItem(key);
      return true;
    },
  });
  const { subscribeForTest } = window as unknown as {
    subscribeForTest: (serverKey: string) => Promise<Omit<Stored, 'serverKey'> | { fails: string }>;
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => {
      const stored = localStorage.getItem(key);
      return stored === null ? null : subscriptionOf(JSON.parse(stored) as Stored);
    },
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
      const serverKey = base64(applicationServerKey.slice().buffer);
      const answer = await subscribeForTest(serverKey);
      if ('fails' in answer) throw new DOMException('Registration failed - push service error', answer.fails);
      const stored = { ...answer, serverKey };
      localStorage.setItem(key, JSON.stringify(stored));
      return subscriptionOf(stored);
    },
  });
  let status: PermissionStatus | undefined;
  void navigator.permissions.query({ name: 'notifications' }).then((found) => (status = found));
  Object.defineProperty(Notification, 'permission', {
    get: () => (status?.state === 'prompt' ? 'default' : (status?.state ?? 'default')),
  });
}

/** In the worker: stands in for the notifications that the system shows. */
function standInForNotifications(): void {
  const phone = self as unknown as {
    clients: object;
    notifications?: (Shown & { close: () => void })[];
    badge?: number;
    opened?: string[];
  };
  if (phone.notifications) return;
  phone.notifications = [];
  phone.opened = [];
  const without = (tag: string) => (phone.notifications ?? []).filter((shown) => shown.tag !== tag);
  Object.assign(ServiceWorkerRegistration.prototype, {
    showNotification: async (title: string, options: Omit<Shown, 'title'>) => {
      const close = () => void (phone.notifications = without(options.tag));
      phone.notifications = [...without(options.tag), { ...options, title, close }];
    },
    getNotifications: async ({ tag }: { tag?: string } = {}) =>
      (phone.notifications ?? []).filter((shown) => tag === undefined || shown.tag === tag),
  });
  Object.assign(Object.getPrototypeOf(navigator) as object, {
    setAppBadge: async (count: number) => void (phone.badge = count),
    clearAppBadge: async () => void (phone.badge = 0),
  });
  Object.assign(phone.clients, { openWindow: async (url: string) => phone.opened?.push(url) });
}
