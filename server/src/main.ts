import { startEmbeddedPostgres } from '@lapau/embedded-postgres';
import { createApp, featureParts, workers } from './app.ts';
import { announceFirstAdmin, ensureFirstAdmin } from './features/auth/rules-first-admin.ts';
import type { Config } from './platform/config/config.ts';
import { listen } from './platform/http/listen.ts';
import { createLog } from './platform/log/log.ts';
import type { Log } from './platform/log/log.ts';
import { openPlatform } from './platform/platform.ts';
import type { Platform } from './platform/platform.ts';
import { closeAll } from './platform/process/close.ts';
import type { Resource } from './platform/process/close.ts';
import type { PushNetwork } from './platform/push/network.ts';
import { embeddedRefusal } from './platform/start/embedded-refusal.ts';
import { retryUntilAvailable, waitForDatabase } from './platform/start/wait-for-database.ts';
import { watchClock } from './platform/workers/clock-watch.ts';
import { startWorkers } from './platform/workers/worker.ts';

export type Prepare = (platform: Platform, signal?: AbortSignal) => Promise<void>;
export type StartOptions = {
  /** Runs before the app listens, on the opened platform (the demo seeds here). */
  prepare?: Prepare | undefined;
  /** Aborts the start: what was opened is closed again and the signal's reason thrown. */
  signal?: AbortSignal;
  /** Where the built web app is, if not in web/dist; for tests. */
  webFolder?: string | undefined;
  /** Where pushes may go, if not to the internet's push services; for tests. */
  pushNetwork?: PushNetwork;
};
/** `stop` ends within 18 seconds, whatever its clients and the database do. */
export type Running = { url: string; platform: Platform; stop: () => Promise<void> };

/**
 * Starts Lapau: database, platform, app; listens when everything is ready.
 * @throws StartRefused with a text for the operator
 */
export async function startLapau(config: Config, options: StartOptions = {}): Promise<Running> {
  const { signal } = options;
  const log = createLog(config.logLevel);
  const resources: Resource[] = [];
  const stop = () => closeAll(resources, log);
  try {
    const databaseUrl = config.databaseUrl ?? (await startDatabase());
    const open = () => openReady(config, log, databaseUrl, options);
    const { platform, firstAdminLink, close } = await waitForDatabase(databaseUrl, open, log, signal);
    resources.push({ name: 'the connections to the database', close, timeoutMs: 4_000 });
    const app = await createApp(platform, { webFolder: options.webFolder });
    resources.push({ name: 'the web server', close: () => app.close(), timeoutMs: 8_000 });
    const url = await listen(app, config);
    if (firstAdminLink)
      process.stdout.write(`There is no admin yet. This link makes the first one:\n${firstAdminLink}\n`);
    // A fifth of the memory was needed only by the start, and V8 would keep it until there is load.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    return { url, platform, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function startDatabase(): Promise<string> {
    const start = () => startEmbeddedPostgres({ dataFolder: config.dataFolder, name: 'lapau', log });
    try {
      const postgres = await retryUntilAvailable(start, log, signal);
      resources.push({ name: 'PostgreSQL', close: postgres.stop, timeoutMs: 6_000 });
      return postgres.url;
    } catch (error) {
      throw embeddedRefusal(error) ?? error;
    }
  }
}

/** Opens everything that the app needs and that needs the database; it may run again when the database has failed meanwhile. */
async function openReady(
  config: Config,
  log: Log,
  databaseUrl: string,
  { prepare, signal, pushNetwork }: StartOptions,
) {
  await using opened = new AsyncDisposableStack();
  const platform = await openPlatform(config, log, databaseUrl, featureParts, pushNetwork);
  opened.defer(platform.close);
  await ensureFirstAdmin(platform);
  signal?.throwIfAborted();
  await prepare?.(platform, signal);
  signal?.throwIfAborted();
  opened.defer(await watchClock(platform));
  await startWorkers(platform, workers);
  const firstAdminLink = await announceFirstAdmin(platform);
  const open = opened.move();
  return { platform, firstAdminLink, close: () => open.disposeAsync() };
}
