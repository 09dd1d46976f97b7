import { inTime } from '../device/in-time.ts';

/**
 * Where the browser keeps its service workers. Browsers have them on https and localhost only, and may refuse them: the app then
 * works as without.
 */
export const workers = globalThis.navigator?.serviceWorker as ServiceWorkerContainer | undefined;

/** Whether the operator has devices keep nothing: there is no worker, and features that need one are not offered (LAPAU_OFFLINE). */
export const isWorkerOff = (): boolean => document.documentElement.dataset.kept === 'off';

/** The app's worker on this device; undefined while there is none, or when the browser does not say. */
export const findWorker = async (): Promise<ServiceWorkerRegistration | undefined> =>
  workers && inTime(workers.getRegistration()).catch(() => undefined);

/** How long a browser may take for work that needs a network. */
export const browserMs = 20_000;

/** Has the browser keep the app's worker, the newest. @returns it, once it is active */
export async function registerWorker(container: ServiceWorkerContainer): Promise<ServiceWorkerRegistration> {
  await inTime(container.register('/worker.js', { updateViaCache: 'none' }), browserMs);
  return inTime(container.ready, browserMs);
}
