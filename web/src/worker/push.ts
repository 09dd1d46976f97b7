import type { PushPayload } from '@lapau/contract/push';
import { setIconBadge } from '../lib/device/icon-badge.ts';
import { inTime } from '../lib/device/in-time.ts';
import { pushAddress } from '../lib/push/push-address.ts';
import type { FromWorker } from '../lib/worker/worker-messages.ts';
import type { ShowOptions, ShownData } from './shown.ts';

/*
 * Shows the server's pushes to this device as notifications of the system: one for each conversation or post (`tag`). A later push replaces
 * it, and it is closed when it was read elsewhere.
 */
declare const self: ServiceWorkerGlobalScope;

/** A push as it has come: one that cannot be read, in whose place `unreadable` stands, has no number of unread things. */
type Received = Omit<PushPayload, 'unread'> & { unread?: number };

const unreadable: Received = { tag: 'notifications', title: 'Notifikasi baru' };

const readPush = (data: PushMessageData | null): Received => {
  try {
    const push = data?.json() as Partial<PushPayload> | null | undefined;
    return typeof push?.tag === 'string' ? (push as PushPayload) : unreadable;
  } catch {
    return unreadable;
  }
};

/** Shows a push, or closes the notification with its tag. A page at which the person looks shows the push itself. */
export async function receivePush(data: PushMessageData | null): Promise<void> {
  const push = readPush(data);
  if (push.unread !== undefined) await setIconBadge(push.unread);
  if (push.title === undefined) return closeNotifications(({ tag }) => tag === push.tag);
  const pages = (await listeningPages()).filter(({ visibilityState }) => visibilityState === 'visible');
  if (pages.length === 0 || (await isSilenceRefused())) return show(push, push.title);
  for (const page of pages) tell(page, { type: 'push', payload: push as PushPayload });
}

const tell = (page: Client, message: FromWorker): void => page.postMessage(message);

/** Whether each push needs a notification: without one Safari withdraws the permission, even if a page of the app shows the push. */
async function isSilenceRefused(): Promise<boolean> {
  const subscription = await inTime(self.registration.pushManager.getSubscription()).catch(() => undefined);
  if (subscription === undefined) return true;
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com');
}

/** How many answers a notification has room for here: none where the system shows no buttons. */
const maxActions = (): number =>
  (globalThis as { Notification?: { maxActions?: number } }).Notification?.maxActions ?? 0;

async function show({ tag, body, url, unread, quick_replies: replies }: Received, title: string): Promise<void> {
  const before = await self.registration.getNotifications({ tag });
  // A push service may deliver twice.
  const isRepeated = before.some((one) => one.title === title && (one.data as Received).unread === unread);
  const actions = (replies?.replies ?? []).slice(0, maxActions()).map((one) => ({ action: one.id, title: one.text }));
  const options: ShowOptions = {
    tag,
    body: body ?? '',
    lang: 'id',
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    // A new message rings although an older one of its conversation still shows; other things replace each other quietly.
    renotify: tag.startsWith('conversation:') && !isRepeated,
    data: { url, unread, replies } satisfies ShownData,
    ...(actions.length > 0 && { actions }),
  };
  await self.registration.showNotification(title, options);
}

/** Closes the shown notifications that are meant. */
export async function closeNotifications(isMeant: (shown: Notification) => boolean): Promise<void> {
  for (const shown of await self.registration.getNotifications()) if (isMeant(shown)) shown.close();
}

/** Closes the notifications that lead to a path which the person sees. */
export const closeSeen = (path: string): Promise<void> =>
  closeNotifications(({ data }) => (data as Received | null)?.url === path);

/** Handles a tap on a notification: an open page goes to its path without loading anew, or else a page is opened. */
export async function openTapped(notification: Notification): Promise<void> {
  notification.close();
  const path = (notification.data as Received | null)?.url ?? '/notifications';
  const [page] = (await listeningPages()).sort((one, other) => rank(one) - rank(other));
  if (page) {
    await page.focus().catch(() => undefined);
    return tell(page, { type: 'open', path });
  }
  // An open page that does not listen yet has just been opened.
  const [starting] = await self.clients.matchAll({ type: 'window' });
  const opened = await starting?.navigate(path).catch(() => null);
  if (opened) await opened.focus().catch(() => undefined);
  else await self.clients.openWindow(path);
}

const rank = ({ visibilityState }: WindowClient): number => (visibilityState === 'visible' ? 0 : 1);

/**
 * The lock that a page holds for as long as it listens. A worker forgets everything when it is stopped, but can always ask
 * who holds which lock.
 */
export const lockOf = ({ id }: Client): string => `page ${id}`;

async function listeningPages(): Promise<WindowClient[]> {
  if (!('locks' in navigator)) return [];
  const { held = [] } = await inTime(navigator.locks.query()).catch((): LockManagerSnapshot => ({}));
  const names = new Set(held.map(({ name }) => name));
  return (await self.clients.matchAll({ type: 'window' })).filter((page) => names.has(lockOf(page)));
}

type SubscriptionChange = { oldSubscription?: PushSubscription | null; newSubscription?: PushSubscription | null };

/** Renews a subscription that the browser has replaced or ended. If that fails, the next start of the app mends it. */
export async function renewSubscription({ oldSubscription, newSubscription }: SubscriptionChange): Promise<void> {
  const applicationServerKey = oldSubscription?.options.applicationServerKey;
  const subscription =
    newSubscription ??
    (applicationServerKey &&
      (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })));
  if (!subscription) return;
  await fetch('/rpc/subscribe_push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(pushAddress(subscription)),
  });
}
