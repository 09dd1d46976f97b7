import { startEmbeddedPostgres } from '@lapau/embedded-postgres';
import { PostgresStartError } from '@lapau/embedded-postgres/start-error';
import { createApp, startJobs } from './app.ts';
import { announceFirstAdmin, ensureFirstAdmin } from './features/auth/rules.ts';
import type { Config } from './platform/config.ts';
import { createLog } from './platform/log.ts';
import { openPlatform } from './platform/platform.ts';
import type { Platform } from './platform/platform.ts';
import { StartRefused } from './platform/start-refused.ts';

export type Prepare = (platform: Platform, signal?: AbortSignal) => Promise<void>;
export type Running = { url: string; platform: Platform; stop: () => Promise<void> };

/**
 * Starts Lapau: database, platform, app; listens when everything is ready.
 * @param prepare runs before the app listens, on the opened platform (the demo seeds here)
 * @param signal gives the start up: what was opened is closed again and the signal's reason thrown
 * @throws StartRefused with a text for the operator
 */
export async function startLapau(config: Config, prepare?: Prepare, signal?: AbortSignal): Promise<Running> {
  const log = createLog(config.logLevel);
  const closers: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const close of closers.toReversed()) await close();
  };
  try {
    const databaseUrl = config.databaseUrl ?? (await embedded(config, closers));
    const platform = await openPlatform(config, log, databaseUrl);
    closers.push(platform.close);
    await ensureFirstAdmin(platform);
    signal?.throwIfAborted();
    await prepare?.(platform, signal);
    signal?.throwIfAborted();
    await startJobs(platform);
    const app = await createApp(platform);
    closers.push(() => app.close());
    const url = await listen(app, config);
    const firstAdminLink = await announceFirstAdmin(platform);
    if (firstAdminLink)
      process.stdout.write(`There is no admin yet. This link makes the first one:\n${firstAdminLink}\n`);
    return { url, platform, stop };
  } catch (error) {
    await stop();
    throw error;
  }

  async function embedded({ dataFolder }: Config, onStop: typeof closers): Promise<string> {
    try {
      const postgres = await startEmbeddedPostgres({ dataFolder, name: 'lapau', log });
      onStop.push(postgres.stop);
      return postgres.url;
    } catch (error) {
      if (!(error instanceof PostgresStartError)) throw error;
      throw new StartRefused(
        `${error.message}\nLAPAU_DATA names the data folder, DATABASE_URL a PostgreSQL server of your own.`,
        { cause: error },
      );
    }
  }
}

async function listen(app: Awaited<ReturnType<typeof createApp>>, { host, port }: Config): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new StartRefused(`Port ${port} is in use. Stop what uses it, or set PORT.`);
    if (code === 'EACCES')
      throw new StartRefused(`Port ${port} may not be opened by this user. Set PORT to 1024 or more.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartRefused(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
  const address = app.server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`;
}
