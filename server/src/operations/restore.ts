import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '@lapau/embedded-postgres';
import { checks, featureParts, sending } from '../app.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import type { Restored } from '../platform/backup/restore.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { openFileStore } from '../platform/files/open-store.ts';
import { standardError } from '../platform/log/log-destination.ts';
import { createLog } from '../platform/log/log.ts';
import type { Log } from '../platform/log/log.ts';
import { readSource } from './backup-files.ts';
import type { Source } from './backup-files.ts';
import { withInstallation } from './open-installation.ts';

type RestoredFrom = Restored & Source;

type Options = {
  /** A new data folder that gets everything, whatever the environment says. */
  into?: string | undefined;
  /** Whether the mails and pushes that wait, and the devices that get pushes, are left out. */
  isQuiet?: boolean | undefined;
};

/**
 * Restores a backup into this installation, which has to be empty: a new LAPAU_DATA, or a new database of DATABASE_URL.
 * @param from `-`, a file, or a folder, whose newest backup is taken
 */
export const restore = (
  environment: NodeJS.ProcessEnv,
  from: string,
  { into, isQuiet }: Options = {},
): Promise<RestoredFrom> =>
  readSource(from, (source, found) =>
    withInstallation(
      into === undefined ? environment : inFolder(environment, into),
      async ({ config, databaseUrl, log, signal }) => {
        const files = await openFileStore(config, log);
        try {
          const restored = await restoreBackup({
            databaseUrl,
            files,
            source,
            jobs: featureParts.jobs,
            checks,
            log,
            signal,
            sending,
            isQuiet,
          });
          return { ...restored, ...found };
        } finally {
          files.close();
        }
      },
      { mayCreate: true, evenIfUnusable: true },
    ),
  );

/** Changes the settings so that everything is in that folder. */
function inFolder(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  if (existsSync(path.join(folder, 'files')) && !existsSync(path.join(folder, 'postgres')))
    throw new StartRefused(`${folder} has photos whose database is elsewhere. Restore into a new folder.`);
  const elsewhere = Object.keys(environment).filter((name) => name === 'DATABASE_URL' || name.startsWith('S3_'));
  return { ...environment, ...Object.fromEntries(elsewhere.map((name) => [name, ''])), LAPAU_DATA: folder };
}

/** Tries whether a backup could be restored: restores its rows into a database that is removed afterwards, and reads its files. */
export const tryRestore = (from: string): Promise<RestoredFrom> =>
  readSource(from, async (source, found) => {
    const log = createLog('warn', standardError);
    const restored = await withScratchDatabase(log, (databaseUrl) =>
      restoreBackup({ databaseUrl, source, jobs: featureParts.jobs, checks, log, sending }),
    );
    return { ...restored, ...found };
  });

async function withScratchDatabase<Result>(log: Log, use: (databaseUrl: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-trial-'));
  try {
    await chmod(folder, 0o711); // as root PostgreSQL runs under another account, which must be able to enter
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
    const postgres = await startEmbeddedPostgres({ dataFolder: folder, name: 'lapau', log, settings });
    try {
      return await use(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
