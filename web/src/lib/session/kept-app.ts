import { setIconBadge } from '../device/icon-badge.ts';
import { inTime } from '../device/in-time.ts';
import { pushDevice } from '../push/this-push-device.ts';
import { storedAnswers } from '../query/query.ts';
import type { FromWorker, ToWorker } from '../worker/worker-messages.ts';
import { findWorker, isWorkerOff, registerWorker, workers } from '../worker/worker-registration.ts';

/**
 * What the device keeps for when there is no signal: the app and photos by the worker (web/src/worker), answers by
 * stored-answers.ts.
 */

let isReleaseThere = false;
const listeners = new Set<() => void>();

/** Whether the device has a newer release than this page's, which a reload opens. */
export const newerRelease = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  isThere: () => isReleaseThere,
};

/** Paths of the files that this page has loaded from the server. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin }) => origin === location.origin)
    .map(({ pathname, search }) => pathname + search);

/** A release is this page's own when the page has loaded all its code. */
function noteRelease({ data }: MessageEvent<FromWorker>): void {
  if (data.type !== 'release') return;
  const loaded = new Set(loadedFiles());
  isReleaseThere = data.files.some((file) => !loaded.has(file));
  for (const listener of listeners) listener();
}

/**
 * Has the worker take over, and keep the files that this page has loaded. To be called at rest, and again for another account.
 * @param account the account that is signed in, or null
 */
export async function keepApp(account: string | null): Promise<void> {
  if (isWorkerOff()) return forgetApp();
  if (!workers) return;
  workers.addEventListener('message', noteRelease as (event: MessageEvent) => void);
  try {
    const { active } = await registerWorker(workers);
    active?.postMessage({ type: 'keep', account, files: loadedFiles() } satisfies ToWorker);
  } catch {
    // The browser has refused, or there is no network: the next start tries again.
  }
}

const lookPauseMs = 300_000;
let lookedAt = -lookPauseMs;
let nextLook: ReturnType<typeof setTimeout> | undefined;

/**
 * Has the worker look for a release newer than this page's, for a page that was away; newerRelease then tells of it. It looks at most once
 * in five minutes; a further call meanwhile joins the same look.
 */
export function lookForRelease(): void {
  nextLook ??= setTimeout(
    () => {
      nextLook = undefined;
      lookedAt = performance.now();
      void look();
    },
    Math.max(0, lookedAt + lookPauseMs - performance.now()),
  );
}

async function look(): Promise<void> {
  (await findWorker())?.active?.postMessage({ type: 'look', files: loadedFiles() } satisfies ToWorker);
}

const renewalMs = 120_000;

/**
 * Has the next start open a release that the server speaks with; if the worker does not answer, removes it, so that the server is asked.
 * @returns false when there is no network to fetch the release
 */
export async function renewApp(): Promise<boolean> {
  const worker = workers?.controller;
  if (!worker) return true;
  const { port1, port2 } = new MessageChannel();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const answer = await new Promise<boolean | undefined>((resolve) => {
    port1.addEventListener('message', ({ data }) => resolve(data as boolean));
    port1.start();
    timer = setTimeout(() => resolve(undefined), renewalMs);
    worker.postMessage({ type: 'renew' } satisfies ToWorker, [port2]);
  });
  clearTimeout(timer);
  port1.close();
  if (answer === undefined) await leaveWorker();
  return answer ?? true;
}

/** Removes everything of the account from the device, and ends its pushes, as the account signs out or has to. */
export async function forgetAccount(): Promise<void> {
  // Push ends first, so that nothing more arrives. An address that the browser keeps gets no pushes once the session has ended.
  const left = pushDevice()
    .leave()
    .catch(() => undefined);
  await Promise.all([left, forgetStored()]);
}

/** A browser that does not say whether it has removed the worker goes on without an answer. */
async function leaveWorker(): Promise<void> {
  const worker = await findWorker();
  if (worker) await inTime(worker.unregister()).catch(() => false);
}

async function forgetStored(): Promise<void> {
  // The page sets the badge itself: a browser without badges for workers may end a worker that asks for one.
  void setIconBadge(0);
  (await findWorker())?.active?.postMessage({ type: 'forget' } satisfies ToWorker);
  if (globalThis.caches) await inTime(caches.delete('photos')).catch(() => false);
  await storedAnswers.load();
  const code = storedAnswers.state();
  if (code.status === 'ready') await code.code.forgetAnswers();
}

/** Removes everything, since the operator does not want the app on devices: the next start asks the server. */
async function forgetApp(): Promise<void> {
  await forgetStored();
  await leaveWorker();
  if (!globalThis.caches) return;
  for (const name of await inTime(caches.keys()).catch(() => [])) await inTime(caches.delete(name)).catch(() => false);
}
