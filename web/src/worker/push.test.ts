import { beforeEach, expect, test, vi } from 'vitest';
import { receivePush, renewSubscription } from './push.ts';

const payload = { tag: 'conversation:1', title: 'Lapau Mak Itam', body: 'Masih ada.', url: '/chat/1', unread: 1 };
const dataOf = (json: object) => ({ json: () => json }) as PushMessageData;

let shown: string[];
/** The messages to the open page, at which the person looks. */
let told: unknown[];
let subscribedWith: unknown[];
let registered: { path: string; address: unknown }[];
let endpoint: string;

const subscriptionAt = (address: string) =>
  ({
    endpoint: address,
    options: { applicationServerKey: new ArrayBuffer(65) },
    toJSON: () => ({ endpoint: address, keys: { p256dh: 'key', auth: 'secret' } }),
  }) as unknown as PushSubscription;

beforeEach(() => {
  shown = [];
  told = [];
  subscribedWith = [];
  registered = [];
  endpoint = 'https://fcm.googleapis.com/fcm/send/one';
  const page = { id: 'a', visibilityState: 'visible', postMessage: (message: unknown) => told.push(message) };
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held: [{ name: 'page a' }] }) } });
  vi.stubGlobal('self', {
    clients: { matchAll: async () => [page] },
    registration: {
      getNotifications: async () => [],
      showNotification: async (title: string) => void shown.push(title),
      pushManager: {
        getSubscription: async () => subscriptionAt(endpoint),
        subscribe: async (options: unknown) => {
          subscribedWith.push(options);
          return subscriptionAt('https://fcm.googleapis.com/fcm/send/new');
        },
      },
    },
  });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    registered.push({ path, address: JSON.parse(body) });
    return new Response('{}');
  });
});

test('a page that the person looks at shows a push itself, and no notification does', async () => {
  await receivePush(dataOf(payload));
  expect(shown).toEqual([]);
  expect(told).toEqual([{ type: 'push', payload }]);
});

test('on Apple’s push service each push shows a notification, also over a page that the person looks at', async () => {
  endpoint = 'https://web.push.apple.com/QOx';
  for (const body of ['Masih ada.', 'Tinggal satu.']) await receivePush(dataOf({ ...payload, body }));
  await receivePush(null);
  expect(shown).toEqual([payload.title, payload.title, 'Notifikasi baru']);
  expect(told).toEqual([]);
});

test('a subscription that the browser has replaced is registered', async () => {
  await renewSubscription({
    oldSubscription: subscriptionAt('https://fcm.googleapis.com/fcm/send/one'),
    newSubscription: subscriptionAt('https://fcm.googleapis.com/fcm/send/two'),
  });
  expect(subscribedWith).toEqual([]);
  const address = { endpoint: 'https://fcm.googleapis.com/fcm/send/two', p256dh: 'key', auth: 'secret' };
  expect(registered).toEqual([{ path: '/rpc/subscribe_push', address }]);
});

test('one that the browser has ended is made anew with the same key, and registered', async () => {
  const oldSubscription = subscriptionAt('https://fcm.googleapis.com/fcm/send/one');
  await renewSubscription({ oldSubscription, newSubscription: null });
  const { applicationServerKey } = oldSubscription.options;
  expect(subscribedWith).toEqual([{ userVisibleOnly: true, applicationServerKey }]);
  expect(registered).toMatchObject([{ address: { endpoint: 'https://fcm.googleapis.com/fcm/send/new' } }]);
});

test('without the key of the old one nothing is registered: the next start of the app does it', async () => {
  await renewSubscription({ oldSubscription: null, newSubscription: null });
  expect([subscribedWith, registered]).toEqual([[], []]);
});
