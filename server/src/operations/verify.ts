import { checks, fileColumns } from '../app.ts';
import { checkArchive } from '../platform/backup/check.ts';
import type { Written } from '../platform/backup/write.ts';
import { findInconsistencies } from '../platform/database/consistency.ts';
import type { Fault } from '../platform/database/consistency.ts';
import { openDatabase } from '../platform/database/database.ts';
import { openLongConnection } from '../platform/database/long-connection.ts';
import { countWithoutChecksum, findFileFaults } from '../platform/files/check-files.ts';
import { openFileStore } from '../platform/files/open-store.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Log } from '../platform/log/log.ts';
import { ensureMigrated } from '../platform/upgrade/migrate.ts';
import { readSource } from './backup-files.ts';
import type { Source } from './backup-files.ts';
import { withInstallation } from './open-installation.ts';

export type Verified = {
  faults: Fault[];
  /** How many files could be compared by their sizes only. */
  withoutChecksum: number;
};

/**
 * Compares what triggers keep with the rows from which they derive it, and files with their rows. People may write meanwhile.
 * @throws StartRefused as withInstallation; when the schema is not this program's
 */
export const verify = (environment: NodeJS.ProcessEnv): Promise<Verified> =>
  withInstallation(environment, async ({ config, databaseUrl, log }) => {
    const files = await openFileStore(config, log);
    try {
      return await findFaults(databaseUrl, files, log);
    } finally {
      files.close();
    }
  });

async function findFaults(databaseUrl: string, files: FileStore, log: Log): Promise<Verified> {
  const faults = await findRowFaults(databaseUrl);
  const { db, close } = openDatabase(databaseUrl, log);
  try {
    faults.push(...(await findFileFaults(db, files, fileColumns)));
    return { faults, withoutChecksum: await countWithoutChecksum(db) };
  } finally {
    await close();
  }
}

async function findRowFaults(databaseUrl: string): Promise<Fault[]> {
  const { db, close } = await openLongConnection(databaseUrl);
  try {
    await ensureMigrated(db);
    const oneMoment = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
    return await oneMoment.execute((tx) => findInconsistencies(tx, checks));
  } finally {
    await close();
  }
}

/** Reads a backup to its end. @throws StartRefused when it is damaged */
export const verifyBackup = (from: string): Promise<Written & Source> =>
  readSource(from, async (source, found) => ({ ...(await checkArchive(source)), ...found }));
