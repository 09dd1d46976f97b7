import path from 'node:path';
import { fileColumns } from '../app.ts';
import type { S3Config } from '../platform/config/config-s3.ts';
import type { Fault } from '../platform/database/consistency.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Db } from '../platform/database/database.ts';
import { hasOtherProcesses } from '../platform/database/other-processes.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { findFileFaults } from '../platform/files/check-files.ts';
import { copyStore } from '../platform/files/copy-store.ts';
import { openFolderStore } from '../platform/files/folder-store.ts';
import { openFileStore } from '../platform/files/open-store.ts';
import {
  findForeign,
  hasPlaceMark,
  listPlaceMarks,
  putPlaceMark,
  removePlaceMark,
} from '../platform/files/place-mark.ts';
import { givePlace } from '../platform/files/place-owner.ts';
import type { FileStore } from '../platform/files/store.ts';
import type { Log } from '../platform/log/log.ts';
import { ensureMigrated } from '../platform/upgrade/migrate.ts';
import { beginMove, endMove } from '../platform/upgrade/moves.ts';
import type { Move } from '../platform/upgrade/moves.ts';
import { withInstallation } from './open-installation.ts';
import { withStopped } from './stopped.ts';

/**
 * Copies the files of this installation, which may not run, between the data folder and the object storage of the S3_ variables. The
 * originals stay where they are. An interrupted move goes on where it stopped.
 * @returns how many were copied, and what does not agree with the rows afterwards
 * @throws StartRefused when Lapau runs or is started meanwhile, the schema is not this program's, no object storage is configured, or
 *   the target has other files already
 */
export const moveFiles = (
  environment: NodeJS.ProcessEnv,
  to: 's3' | 'folder',
): Promise<{ copied: number; faults: Fault[] }> =>
  withInstallation(environment, (installation) =>
    withStopped(installation, async (db) => {
      const { config, databaseUrl, log, signal } = installation;
      if (!config.s3) throw new StartRefused('The S3_ variables name the object storage, also of a move out of it.');
      await ensureMigrated(db);
      const storage = await openFileStore(config, log);
      try {
        const folder = path.join(config.dataFolder, 'files');
        const [source, target] = to === 's3' ? [openFolderStore(folder), storage] : [storage, openFolderStore(folder)];
        const move = await begin(db, target, to === 's3' ? describe(config.s3) : folder);
        const copied = await copyStore(source, target, signal);
        if (await hasOtherProcesses(db))
          throw new StartRefused(
            'Lapau was started while its files were copied. Stop it, and run the same command again.',
          );
        await givePlace(db, target);
        await endMove(db, move);
        await removePlaceMark(target, move.id);
        return { copied, faults: await compare(databaseUrl, target, log) };
      } finally {
        storage.close();
      }
    }),
  );

async function compare(databaseUrl: string, target: FileStore, log: Log): Promise<Fault[]> {
  const { db, close } = openDatabase(databaseUrl, log);
  try {
    return await findFileFaults(db, target, fileColumns);
  } finally {
    await close();
  }
}

const describe = ({ endpoint = 'S3', bucket, prefix }: S3Config): string => `${endpoint}, ${bucket}/${prefix}`;

/** Marks an empty place, or goes on with the move whose mark the place has. @throws StartRefused when anything else is there */
async function begin(db: Db, target: FileStore, where: string): Promise<Move> {
  const move = await beginMove(db, 'files', where, await listPlaceMarks(target));
  if (!(await hasPlaceMark(target, move.id))) {
    await refuseForeign(target, move);
    await putPlaceMark(target, move.id);
    try {
      await refuseForeign(target, move); // somebody else may have written there meanwhile
    } catch (error) {
      await removePlaceMark(target, move.id);
      throw error;
    }
  }
  return move;
}

async function refuseForeign(target: FileStore, { id, target: where }: Move): Promise<void> {
  const [foreign] = await findForeign(target, id);
  if (foreign !== undefined)
    throw new StartRefused(
      `The place that files move to, ${where}, is not empty: it has ${foreign}. A move never overwrites.\n` +
        'Empty it, if what it has is needed no more, or choose another one: a bucket or S3_PREFIX, or by LAPAU_DATA a folder.',
    );
}
