import { stallStart } from '@lapau/contract/boot';
import { screenAt } from '@lapau/contract/screens';
import { leftTag, oneEndAtATime, requestEnd } from '../lib/calls/session-end.ts';
import { inTime } from '../lib/device/in-time.ts';
import { syncTag } from '../lib/outbox/request.ts';
import { createOutboxStorage } from '../lib/outbox/storage.ts';
import { createOutboxTabs } from '../lib/outbox/tabs.ts';
import type { OutboxTabs } from '../lib/outbox/tabs.ts';
import type { FromWorker, ToWorker } from '../lib/worker/worker-messages.ts';
import { answerTapped, followAnswers } from './answers.ts';
import { answerPhoto, isMemberKnown, keepPhotos, keepPhotosOf } from './photos.ts';
import { closeNotifications, closeSeen, lockOf, openTapped, receivePush, renewSubscription } from './push.ts';
import { answerCode, dropOlderReleases, keepCode, noteRest, openShell, refreshShell, renewShell } from './shell.ts';
import type { KeptPage } from './shell.ts';
import { noteOpening, noteStart } from './starts.ts';
import { sendWaiting } from './waiting.ts';
import type { OutboxParts } from './waiting.ts';

/*
 * Opens the app without a network: screens from the page on the device, code and photos that were loaded before. Calls, sign-in and
 * uploads go to the server as if there were no worker. If something fails here, the network answers. Pushes arrive here, too.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Whether a path is below one that only the server answers: calls, files and downloads. */
const isServers = (pathname: string): boolean => /^\/(assets|auth|export|rpc|storage)\//.test(pathname);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (screenAt(url.pathname) !== '*') event.respondWith(openScreen(url, event));
    else if (!isServers(url.pathname)) event.respondWith(openUnknown(url, event));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(answerCode(request, later(event)));
  } else if (url.pathname.startsWith('/storage/') && request.destination === 'image') {
    event.respondWith(answerPhoto(request, later(event)));
  }
});

/** Takes work that an answer does not wait for. */
const later = (event: FetchEvent) => (work: Promise<unknown>) => event.waitUntil(work.catch(() => undefined));

/** The releases of the pages that were opened while this worker runs, by client. */
const openedReleases = new Map<string, Cache>();

/** Which screen shows at an address, as far as the worker can know: a cook may start at the own stall, of which a cookie tells. */
const shownPath = async ({ pathname }: URL): Promise<string> =>
  pathname === '/' && 'cookieStore' in self && (await self.cookieStore.get('lapau.start')) ? stallStart : pathname;

const findKept = (url: URL): Promise<KeptPage | undefined> =>
  isMemberKnown()
    .then(async (isMember) => openShell(await shownPath(url), isMember))
    .catch(() => undefined);

async function openScreen(url: URL, event: FetchEvent): Promise<Response> {
  const kept = findKept(url);
  const prompt = await inTime(kept).catch(() => undefined);
  if (prompt && !prompt.isDoubtful) return openKept(prompt, event);
  const fromNetwork = askServer(event.request, kept);
  const found = await Promise.race([kept.then((late) => (late && !late.isDoubtful ? late : fromNetwork)), fromNetwork]);
  return found instanceof Response ? found : openKept(found, event);
}

/** Answers with the server's page, and otherwise with whatever the device has. */
async function askServer(request: Request, kept: Promise<KeptPage | undefined>): Promise<KeptPage | Response> {
  const fetched = await fetch(request).catch(() => undefined);
  // A redirect of the server may be followed by the browser alone.
  if (fetched?.ok || fetched?.type === 'opaqueredirect') return fetched;
  const late = await inTime(kept).catch(() => undefined);
  return late ?? fetched ?? Response.error();
}

/** Opens a path that is no screen, which only the server knows. Without a network the app says so, with its way back. */
async function openUnknown(url: URL, event: FetchEvent): Promise<Response> {
  const fetched = await fetch(event.request).catch(() => undefined);
  if (fetched) return fetched;
  const kept = await inTime(findKept(url)).catch(() => undefined);
  return kept ? openKept(kept, event) : Response.error();
}

function openKept({ page, release }: KeptPage, event: FetchEvent): Response {
  openedReleases.set(event.resultingClientId, release);
  event.waitUntil(noteOpening(release).catch(() => undefined));
  event.waitUntil(tellRelease());
  return page;
}

/** Looks for a new release, and tells the open pages of it. */
async function tellRelease(): Promise<void> {
  const files = await refreshShell().catch(() => undefined);
  if (!files) return;
  const message: FromWorker = { type: 'release', files };
  for (const page of await self.clients.matchAll()) page.postMessage(message);
}

self.addEventListener('push', (event) => event.waitUntil(receivePush(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(takeTap(event)));
self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewSubscription(event).catch(() => undefined)),
);

/** Background Sync, which Chromium has and TypeScript does not know. */
type SyncEvent = ExtendableEvent & { tag: string };

const isSeen = async (): Promise<boolean> => {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return pages.some(({ visibilityState }) => visibilityState === 'visible');
};

const endLeft = (id: string): Promise<void> => oneEndAtATime(() => requestEnd({ id }));

/** The channel between tabs and worker is made once, with the first use; it listens for as long as the worker runs. */
let tabs: OutboxTabs | undefined;
const openOutbox = (): OutboxParts => ({ storage: createOutboxStorage(), tabs: (tabs ??= createOutboxTabs()) });

/** A tap on an answer sends it, and any other opens what the notification is about. */
async function takeTap({ action, notification }: NotificationEvent): Promise<void> {
  if (action !== '' && (await answerTapped(notification, action, openOutbox()))) return;
  await openTapped(notification);
}

async function sendAndFollow(): Promise<void> {
  const outbox = openOutbox();
  try {
    await sendWaiting(outbox, isSeen);
  } finally {
    await followAnswers(outbox);
  }
}

// A rejected promise has the browser try again later.
self.addEventListener('sync' as 'message', (event: Event) => {
  const sync = event as SyncEvent;
  if (sync.tag.startsWith(leftTag)) return sync.waitUntil(endLeft(sync.tag.slice(leftTag.length)));
  if (sync.tag !== syncTag) return;
  sync.waitUntil(sendAndFollow());
});

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const { type } = event.data as ToWorker;
  // The page may have sent the answers of which notifications say that they wait.
  if (type === 'keep' || type === 'look') event.waitUntil(followAnswers(openOutbox()).catch(() => undefined));
  event.waitUntil(answer(event).catch(() => undefined));
});

async function answer({ data, source, ports: [port] }: ExtendableMessageEvent): Promise<void> {
  const message = data as ToWorker;
  const page = source as Client;
  if (message.type === 'keep') return keep(message, source);
  if (message.type === 'look') {
    await tellRelease();
    return void (await tellIfOlder(message.files, source));
  }
  if (message.type === 'forget') return forget();
  if (message.type === 'renew') return port?.postMessage(await renewShell());
  if (message.type === 'listen') return page.postMessage({ type: 'lock', name: lockOf(page) } satisfies FromWorker);
  if (message.type === 'seen') return closeSeen(message.path);
  const release = openedReleases.get(page.id);
  if (release) await noteStart(release);
}

async function forget(): Promise<void> {
  await keepPhotosOf(null);
  await closeNotifications(() => true);
}

async function keep(
  { account, files }: Extract<ToWorker, { type: 'keep' }>,
  source: ExtendableMessageEvent['source'],
): Promise<void> {
  await keepPhotosOf(account);
  await tellRelease();
  // If a full device cannot store the code, the rest goes on.
  await keepCode(files.filter((file) => file.startsWith('/assets/'))).catch(() => undefined);
  if (account !== null) await keepPhotos(files.filter((file) => file.startsWith('/storage/'))).catch(() => undefined);
  const isOlder = await tellIfOlder(files, source);
  if (!isOlder && (await self.clients.matchAll()).length === 1) await dropOlderReleases();
}

/** Tells a page that the device has a newer release than its own: the page may have missed that before its code listened. */
async function tellIfOlder(files: string[], source: ExtendableMessageEvent['source']): Promise<boolean> {
  const newerFiles = await noteRest(files);
  if (newerFiles) source?.postMessage({ type: 'release', files: newerFiles } satisfies FromWorker);
  return newerFiles !== undefined;
}
