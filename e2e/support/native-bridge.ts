import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** What a page posts to the Android side of Capacitor (MessageHandler.java). */
type Message = {
  callbackId: string;
  pluginId: string;
  methodName: string;
  options: { eventName?: string; callbackId?: string; notifications?: Delivered[] };
};
/** A notification that Android shows. */
type Delivered = { id: number; tag: string };
type Receive = 'granted' | 'denied' | 'prompt';

/** The methods of the app's plugins that the page may call. */
const methods = {
  PushNotifications: [
    'checkPermissions',
    'requestPermissions',
    'register',
    'unregister',
    'getDeliveredNotifications',
    'removeDeliveredNotifications',
    'removeAllDeliveredNotifications',
  ],
  Shell: ['getFeatures'],
};

/** Capacitor's own script, as the app runs it before each page. */
const bridgeFile = createRequire(import.meta.url).resolve(
  '@capacitor/android/capacitor/src/main/assets/native-bridge.js',
);

/** The folder of the app's cache in which shared photos lie (ShellPlugin.java). */
const cacheFolder = '/data/user/0/id.lapau.app/cache/shared';

/**
 * A page as in the native app: Capacitor's own native-bridge.js, and in Android's place this object, which answers its messages
 * as Capacitor's Java does (MessageHandler, Plugin, Bridge.reset). As there, an event that nobody listens to is kept until
 * somebody does, and a new page has no listeners.
 */
export class NativeApp {
  readonly #page: Page;
  #listeners: Message[] = [];
  #kept: { event: string; data: unknown }[] = [];
  /** Whether notifications may be shown. */
  permission: Receive = 'prompt';
  /** The person's answer when Android asks. */
  answer: Receive = 'granted';
  /** Whether the build has Firebase's file. */
  hasPush = true;
  /** Whether the phone has Google's services, without which Firebase gives nothing. */
  hasGoogle = true;
  /** The token that Firebase gives. */
  token = 'token-of-this-phone';
  delivered: Delivered[] = [];
  /** The methods that pages have called, as `PushNotifications.register`. */
  readonly calls: string[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Makes the pages that are opened in `page` from now on pages of the native app. */
  async install(origin: string): Promise<void> {
    const page = this.#page;
    await page.exposeBinding('postToAndroid', (_source, json: string) => this.#receive(JSON.parse(json) as Message));
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) this.#listeners = [];
    });
    const scripts = [
      `window.androidBridge = { postMessage: (json) => void window.postToAndroid(json) };`,
      // JSExport.java writes these lines.
      `window.Capacitor = { DEBUG: false, isLoggingEnabled: false, Plugins: {} };`,
      `window.WEBVIEW_SERVER_URL = '${origin}';`,
      await readFile(bridgeFile, 'utf8'),
      ...Object.entries(methods).map(([plugin, names]) => pluginScript(plugin, names)),
    ];
    await page.addInitScript({ content: scripts.join('\n') });
  }

  /** Whether a page listens to push messages; otherwise the app keeps them for later. */
  isListenedTo(): boolean {
    return this.#listeners.some((listener) => eventOf(listener) === 'PushNotifications.pushNotificationReceived');
  }

  /** A push message arrives while the app is open. */
  receivePush(push: object): Promise<void> {
    return this.#notify('PushNotifications.pushNotificationReceived', push);
  }

  /** The person taps on a notification of Android, which opens the app. */
  tapPush(notification: object): Promise<void> {
    return this.#notify('PushNotifications.pushNotificationActionPerformed', { actionId: 'tap', notification });
  }

  /** Another app shares photos with this one. */
  async share(...photos: Buffer[]): Promise<void> {
    const files = photos.map((_photo, index) => `${cacheFolder}/${index}.jpg`);
    await this.#page.route(`**/_capacitor_file_${cacheFolder}/*`, (route) => {
      const index = files.findIndex((file) => route.request().url().endsWith(file));
      const body = photos[index];
      return body ? route.fulfill({ body, contentType: 'image/jpeg' }) : route.fulfill({ status: 404 });
    });
    await this.#notify('Shell.photos', { files });
  }

  async #notify(event: string, data: unknown): Promise<void> {
    const listeners = this.#listeners.filter((listener) => eventOf(listener) === event);
    if (listeners.length === 0) this.#kept.push({ event, data });
    for (const listener of listeners) await this.#answer(listener, data, true);
  }

  async #receive(message: Message): Promise<void> {
    if (message.methodName === 'addListener') {
      this.#listeners.push(message);
      const kept = this.#kept.filter(({ event }) => event === eventOf(message));
      this.#kept = this.#kept.filter((one) => !kept.includes(one));
      for (const { data } of kept) await this.#answer(message, data, true);
    } else if (message.methodName === 'removeListener') {
      this.#listeners = this.#listeners.filter(({ callbackId }) => callbackId !== message.options.callbackId);
    } else {
      const name = `${message.pluginId}.${message.methodName}`;
      this.calls.push(name);
      await this.#answer(message, this.#call(name, message), false);
      if (name === 'PushNotifications.register') {
        if (this.hasGoogle) await this.#notify('PushNotifications.registration', { value: this.token });
        else await this.#notify('PushNotifications.registrationError', { error: 'MISSING_INSTANCEID_SERVICE' });
      }
    }
  }

  #call(name: string, { options: { notifications = [] } }: Message): unknown {
    switch (name) {
      case 'Shell.getFeatures':
        return { push: this.hasPush };
      case 'PushNotifications.getDeliveredNotifications':
        return { notifications: this.delivered };
      case 'PushNotifications.removeDeliveredNotifications':
        this.delivered = this.delivered.filter(({ id, tag }) =>
          notifications.every((removed) => removed.id !== id || removed.tag !== tag),
        );
        return undefined;
      case 'PushNotifications.requestPermissions':
        this.permission = this.answer;
        break;
      case 'PushNotifications.register':
        return undefined;
      case 'PushNotifications.unregister':
        // Firebase deletes the token; the next registration gets another.
        this.token += '-again';
        return undefined;
      case 'PushNotifications.removeAllDeliveredNotifications':
        this.delivered = [];
        return undefined;
    }
    return { receive: this.permission };
  }

  /** Answers as MessageHandler.sendResponseMessage does: `save` is true for a call that may be answered again. */
  async #answer({ callbackId, pluginId, methodName }: Message, data: unknown, save: boolean): Promise<void> {
    const result = JSON.stringify({ save, callbackId, pluginId, methodName, success: true, data });
    await this.#page.evaluate((result) => {
      const { androidBridge } = window as unknown as {
        androidBridge: { onmessage: (event: { data: string }) => void };
      };
      androidBridge.onmessage({ data: result });
    }, result);
  }
}

const eventOf = ({ pluginId, options }: Message): string => `${pluginId}.${options.eventName ?? ''}`;

/** Makes a plugin callable from the page, as JSExport.java does. */
const pluginScript = (plugin: string, names: string[]): string => `{
  const plugin = (window.Capacitor.Plugins['${plugin}'] = {});
  plugin.addListener = (event, callback) => window.Capacitor.addListener('${plugin}', event, callback);
  for (const name of ${JSON.stringify(names)}) {
    plugin[name] = (options) => window.Capacitor.nativePromise('${plugin}', name, options);
  }
}`;
