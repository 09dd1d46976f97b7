import type { FromWorker, ToWorker } from '../lib/worker-messages.ts';
import { answerPhoto, isMemberKnown, keepPhotos, keepPhotosOf } from './photos.ts';
import { isScreen } from './screens.ts';
import { answerCode, dropOlderReleases, isOfNewestRelease, keepCode, openShell, refreshShell } from './shell.ts';

/*
 * Opens the app without a network: screens from the page on the device, code and photos that were loaded before. Calls, sign-in
 * and uploads go to the server as if there were no worker. Whatever fails here, the network answers.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    if (isScreen(url.pathname)) event.respondWith(orNetwork(request, openScreen(url, event)));
  } else if (url.pathname.startsWith('/assets/')) {
    event.respondWith(orNetwork(request, answerCode(request)));
  } else if (url.pathname.startsWith('/storage/') && request.destination === 'image') {
    event.respondWith(
      orNetwork(
        request,
        answerPhoto(request, (work) => event.waitUntil(work.catch(() => undefined))),
      ),
    );
  }
});

const orNetwork = (request: Request, answer: Promise<Response | undefined>): Promise<Response> =>
  answer.catch(() => undefined).then((response) => response ?? fetch(request));

async function openScreen(url: URL, event: FetchEvent): Promise<Response | undefined> {
  const shell = await openShell(url.pathname, await isMemberKnown());
  if (shell) event.waitUntil(tellRelease());
  return shell;
}

/** Looks for a new release, and tells the open pages of it. */
async function tellRelease(): Promise<void> {
  const files = await refreshShell().catch(() => undefined);
  if (!files) return;
  const message: FromWorker = { type: 'release', files };
  for (const page of await self.clients.matchAll()) page.postMessage(message);
}

self.addEventListener('message', (event: ExtendableMessageEvent) => {
  const message = event.data as ToWorker;
  event.waitUntil((message.type === 'keep' ? keep(message) : keepPhotosOf(null)).catch(() => undefined));
});

async function keep({ account, files }: Extract<ToWorker, { type: 'keep' }>): Promise<void> {
  await keepPhotosOf(account);
  await tellRelease();
  await keepCode(files.filter((file) => file.startsWith('/assets/')));
  if (account !== null) await keepPhotos(files.filter((file) => file.startsWith('/storage/')));
  const pages = await self.clients.matchAll();
  if (pages.length === 1 && (await isOfNewestRelease(files))) await dropOlderReleases();
}
