import { leftTag } from '../calls/session-end.ts';
import { findWorker } from '../worker/worker-registration.ts';
import { syncTag } from './request.ts';

/** The property of browsers with Background Sync, which TypeScript does not know. */
type Syncing = { sync?: { register: (tag: string) => Promise<void> } };

async function register(tag: string): Promise<void> {
  const { sync } = ((await findWorker()) ?? {}) as Syncing;
  await sync?.register(tag).catch(() => undefined);
}

/**
 * Has the browser wake the service worker once there is a network, also after the app was closed, to send the waiting changes. Without
 * Background Sync, or when it is refused, the next page sends them.
 */
export const wakeWorker = (): void => void register(syncTag);

/** Has the worker end a session that was left here, once there is a signal (session-end.ts). */
export const wakeWorkerToEnd = (sessionId: string): void => void (sessionId !== '' && register(leftTag + sessionId));
