/*
 * The server sends this in place of the worker with LAPAU_OFFLINE=off. It takes over from the device's worker, empties what that has
 * stored, and unregisters itself. Pages then go to the server again.
 */
declare const self: ServiceWorkerGlobalScope;

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(leave()));

async function leave(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
}
