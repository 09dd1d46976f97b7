import path from 'node:path';
import { PassThrough } from 'node:stream';
import { startEmbeddedPostgres } from '@lapau/embedded-postgres';
import { checks, featureParts, fileColumns } from '../app.ts';
import type { Sink } from '../platform/backup/archive.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import type { Restored } from '../platform/backup/restore.ts';
import { openSession } from '../platform/backup/session.ts';
import { writeBackup } from '../platform/backup/write.ts';
import { hasOtherProcesses } from '../platform/connected.ts';
import type { Fault } from '../platform/consistency.ts';
import { openDatabase } from '../platform/database.ts';
import { embeddedRefusal } from '../platform/embedded-refusal.ts';
import { findFileFaults } from '../platform/files/check-files.ts';
import { copyStore } from '../platform/files/copy-store.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { openFileStore } from '../platform/files/open-store.ts';
import { programVersion } from '../platform/program-folder.ts';
import { StartRefused } from '../platform/start-refused.ts';
import { withInstallation } from './open-installation.ts';
import type { Installation } from './open-installation.ts';

/**
 * Copies the database of this installation, which may not run, into another one: to that of a URL, or, with 'bundled', from that of
 * DATABASE_URL into the data folder. The one that it comes from stays as it is.
 * @throws StartRefused when Lapau runs, or the other database is not empty
 */
export const moveDatabase = (environment: NodeJS.ProcessEnv, to: string): Promise<Restored> =>
  withInstallation(environment, async (installation) => {
    if (to === 'bundled' && installation.config.databaseUrl === undefined)
      throw new StartRefused('The database is the bundled one already: DATABASE_URL is not set.');
    await refuseRunning(installation);
    if (to !== 'bundled') return copyRows(installation, to);
    const target = await startBundled(installation);
    try {
      return await copyRows(installation, target.url);
    } finally {
      await target.stop();
    }
  });

async function startBundled({ config: { dataFolder }, log }: Installation) {
  try {
    return await startEmbeddedPostgres({ dataFolder, name: 'lapau', log });
  } catch (error) {
    throw embeddedRefusal(error) ?? error;
  }
}

/** A backup without files, restored as it is written. */
async function copyRows({ databaseUrl, log, signal }: Installation, target: string): Promise<Restored> {
  const pipe = new PassThrough();
  const write: Sink = (bytes) =>
    new Promise((resolve, reject) => {
      pipe.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  const written = writeBackup({ databaseUrl, version: programVersion, write, signal }).then(
    () => pipe.end(),
    (error: unknown) => pipe.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  try {
    return await restoreBackup({ databaseUrl: target, source: pipe, jobs: featureParts.jobs, checks, log, signal });
  } finally {
    pipe.destroy();
    await written;
  }
}

/**
 * Copies the files of this installation, which may not run, between the data folder and the object storage of the S3_ variables.
 * Those that it comes from stay. An interrupted one goes on where it was.
 * @returns how many were copied, and what does not agree with the rows afterwards
 * @throws StartRefused when Lapau runs, no object storage is configured, or other files are there already
 */
export const moveFiles = (
  environment: NodeJS.ProcessEnv,
  to: 's3' | 'folder',
): Promise<{ copied: number; faults: Fault[] }> =>
  withInstallation(environment, async (installation) => {
    const { config, databaseUrl, log, signal } = installation;
    if (!config.s3) throw new StartRefused('The S3_ variables name the object storage, also of a move out of it.');
    await refuseRunning(installation);
    const storage = await openFileStore(config, log);
    const database = openDatabase(databaseUrl, log);
    try {
      const folder = openFolderStore(path.join(config.dataFolder, 'files'));
      const [source, target] = to === 's3' ? [folder, storage] : [storage, folder];
      const copied = await copyStore(source, target, signal);
      return { copied, faults: await findFileFaults(database.db, target, fileColumns) };
    } finally {
      await database.close();
      storage.close();
    }
  });

/** What is written after a copy has begun would be lost. */
async function refuseRunning({ config, isAlone, databaseUrl }: Installation): Promise<void> {
  const session = await openSession(databaseUrl);
  try {
    const isRunning = config.databaseUrl === undefined ? !isAlone : await hasOtherProcesses(session.db);
    if (isRunning) throw new StartRefused('Lapau runs. Stop it first: what is written meanwhile would stay behind.');
  } finally {
    await session.close();
  }
}
