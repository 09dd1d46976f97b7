import path from 'node:path';
import type { Sink } from '../platform/backup/archive.ts';
import { noteBackup } from '../platform/backup/last-backup.ts';
import { writeBackup } from '../platform/backup/write.ts';
import type { Written } from '../platform/backup/write.ts';
import { openDatabase } from '../platform/database/database.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { openFileStore } from '../platform/files/open-store.ts';
import { programVersion } from '../platform/process/program-folder.ts';
import { isFolder, isStandard, nameIn, removeOld, standardSink, writeWhole } from './backup-files.ts';
import { withInstallation } from './open-installation.ts';
import type { Installation } from './open-installation.ts';

export type BackedUp = Written & {
  /** The backup's file; undefined for standard output. */
  file: string | undefined;
  /** Older backups that were removed. */
  removed: string[];
  /** Backups in the folder that are dated beyond now, when some are kept: they are neither counted nor removed. */
  beyondNow: string[];
};

/**
 * Backs this installation up, whether or not it runs: to standard output, a file, or a file named after the time in a folder.
 * @param environment as withInstallation takes it
 * @param target `-`, a file or a folder
 * @param keep how many backups stay in the folder; all stay without it, and when none of the photos could be read
 * @throws StartRefused as withInstallation; when there is no place for the file
 */
export async function backUp(
  environment: NodeJS.ProcessEnv,
  target: string,
  { keep }: { keep?: number | undefined } = {},
): Promise<BackedUp> {
  const isNamedByTime = !isStandard(target) && isFolder(target, 'write');
  if (keep !== undefined && !isNamedByTime)
    throw new StartRefused(
      `${target} is no folder: backups of which some are kept go into one. Make it, or leave --keep out.`,
    );
  const file = isStandard(target) ? undefined : isNamedByTime ? nameIn(target, new Date()) : path.resolve(target);
  return withInstallation(environment, async (installation) => {
    const written =
      file === undefined
        ? await write(installation, standardSink())
        : await writeWhole(file, (sink) => write(installation, sink));
    if (file !== undefined) await note(installation, written);
    if (file === undefined || keep === undefined || hasLostAll(written))
      return { ...written, file, removed: [], beyondNow: [] };
    return { ...written, file, ...(await removeOld(target, keep, file)) };
  });
}

/** Whether there are photos, and none of them is in the backup: their disk is away, and older backups may be all that is left of them. */
export const hasLostAll = ({ manifest: { files, missing } }: Written): boolean =>
  files.count === 0 && missing.count > 0;

async function write({ config, databaseUrl, log, signal }: Installation, sink: Sink): Promise<Written> {
  const files = await openFileStore(config, log);
  try {
    return await writeBackup({ databaseUrl, files, version: programVersion, write: sink, signal });
  } finally {
    files.close();
  }
}

/** Notes the time of the backup. If that fails, as in a standby, the backup is good all the same. */
async function note({ databaseUrl, log }: Installation, { header }: Written): Promise<void> {
  const database = openDatabase(databaseUrl, log, 1);
  try {
    await noteBackup(database.db, header.createdAt);
  } catch (error) {
    log.warn({ err: error }, 'the backup is whole, but its time could not be noted in the database');
  } finally {
    await database.close();
  }
}
