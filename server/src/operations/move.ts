import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { startEmbeddedPostgres } from '@lapau/embedded-postgres';
import { checks, featureParts, sending } from '../app.ts';
import type { Sink } from '../platform/backup/archive.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import type { Restored } from '../platform/backup/restore.ts';
import { waitForTarget } from '../platform/backup/target.ts';
import { writeBackup } from '../platform/backup/write.ts';
import { databaseUrls, faultOfUrl } from '../platform/config/config-url.ts';
import type { Db } from '../platform/database/database.ts';
import { openLongConnection } from '../platform/database/long-connection.ts';
import { hasOtherProcesses } from '../platform/database/other-processes.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { programVersion } from '../platform/process/program-folder.ts';
import { embeddedRefusal } from '../platform/start/embedded-refusal.ts';
import { ensureReachable } from '../platform/start/wait-for-database.ts';
import { readMark, refusal } from '../platform/upgrade/marks.ts';
import type { Mark } from '../platform/upgrade/marks.ts';
import { beginMove, endMove, findMovedAway, movedAwayText, reopenDatabase } from '../platform/upgrade/moves.ts';
import type { Move } from '../platform/upgrade/moves.ts';
import { withInstallation } from './open-installation.ts';
import type { Installation } from './open-installation.ts';
import { withStopped } from './stopped.ts';

/**
 * Copies the database of this installation, which may not run, into another one: that of a URL, or, with 'bundled', the one in the
 * data folder. The source keeps its rows, and a start on it is refused from then on.
 * @throws StartRefused when Lapau runs, the other database is not empty, or this one was moved away before
 */
export const moveDatabase = (environment: NodeJS.ProcessEnv, to: string): Promise<Restored> =>
  withInstallation(
    environment,
    async (installation) => {
      const { config } = installation;
      if (to === 'bundled' && config.databaseUrl === undefined)
        throw new StartRefused('The database is the bundled one already: DATABASE_URL is not set.');
      const target = to === 'bundled' ? `the bundled PostgreSQL in ${config.dataFolder}` : withoutPassword(to);
      return withStopped(installation, async (db) => {
        if (to !== 'bundled') return copyRows(installation, db, { url: to, target });
        const bundled = await startBundled(installation);
        try {
          return await copyRows(installation, db, { url: bundled.url, target });
        } finally {
          await bundled.stop();
        }
      });
    },
    { evenIfUnusable: true },
  );

/** Lets a database that was moved away from be used again. @returns where it was moved to */
export const moveBack = (environment: NodeJS.ProcessEnv): Promise<string> =>
  withInstallation(
    environment,
    (installation) =>
      withStopped(installation, async (db) => {
        const moved = await findMovedAway(db);
        if (!moved) throw new StartRefused('This database was not moved away.');
        await reopenDatabase(db);
        return moved.target;
      }),
    { evenIfUnusable: true },
  );

function withoutPassword(to: string): string {
  const fault = faultOfUrl(to, databaseUrls);
  if (fault !== undefined) throw new StartRefused(`--to-database takes "bundled" or a URL, and that ${fault}.`);
  const url = new URL(to);
  url.password = '';
  url.searchParams.delete('password');
  return url.href;
}

async function startBundled({ config: { dataFolder }, log }: Installation) {
  try {
    return await startEmbeddedPostgres({ dataFolder, name: 'lapau', log });
  } catch (error) {
    throw embeddedRefusal(error) ?? error;
  }
}

type Target = {
  url: string;
  /** The target's name as people are shown it, without a password. */
  target: string;
};

/** Writes a backup without files, and restores it while it is written. */
async function copyRows({ databaseUrl, log, signal }: Installation, db: Db, to: Target): Promise<Restored> {
  const move = await begin(db, to);
  const pipe = new PassThrough();
  // A write that waits for the reader would wait for ever when the reader has gone.
  const closed = once(pipe, 'close').then(() => {
    throw new Error('nobody reads any more');
  });
  closed.catch(() => {}); // the pipe also closes at its end
  const write: Sink = (bytes) =>
    Promise.race([
      closed,
      new Promise<void>((resolve, reject) => {
        pipe.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    ]);
  const written = writeBackup({ databaseUrl, version: programVersion, write, signal }).then(
    () => pipe.end(),
    (error: unknown) => pipe.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  const beforeCommit = () => endUnlessRunning(db, { ...move, target: to.target });
  try {
    return await restoreBackup({
      databaseUrl: to.url,
      source: pipe,
      jobs: featureParts.jobs,
      checks,
      log,
      signal,
      sending,
      move: { id: move.id, beforeCommit },
    });
  } catch (error) {
    await reopenIfUnfinished(db, to.url, move).catch((failure: unknown) =>
      log.warn(
        { err: failure },
        'it cannot be told whether the move has ended; the same command tells, or goes on with it',
      ),
    );
    throw error;
  } finally {
    pipe.destroy();
    await written;
  }
}

/** Begins the move, or goes on with the one whose mark the target has. @throws StartRefused when another one has ended */
async function begin(db: Db, { url, target }: Target): Promise<Move> {
  const mark = await readMarkOf(url);
  const source = typeof mark === 'object' && mark.command === 'move' ? [mark.source] : [];
  const moved = await findMovedAway(db);
  if (moved && !source.includes(moved.id)) throw refusal(movedAwayText(moved));
  return beginMove(db, 'database', target, source);
}

async function readMarkOf(url: string): Promise<Mark | 'unknown' | undefined> {
  await ensureReachable(url);
  const connection = await openLongConnection(url);
  try {
    return await readMark(connection.db);
  } finally {
    await connection.close();
  }
}

/**
 * Has a start on this database refused, before the target can be used: never may both be (D99). A process that starts meanwhile meets
 * the mark, or has connected before it and is found here.
 */
async function endUnlessRunning(db: Db, move: Pick<Move, 'id' | 'target'>): Promise<void> {
  await endMove(db, move);
  if (await hasOtherProcesses(db))
    throw new StartRefused(
      'Lapau, or a command of it, was started while its database was copied. End it, and run the same command again.',
    );
}

/** Lets the database be used again if the move has surely not ended: no commit is under way, and the target has the move's mark. */
async function reopenIfUnfinished(db: Db, url: string, { id }: Move): Promise<void> {
  if (!(await findMovedAway(db))) return;
  const connection = await openLongConnection(url);
  try {
    await waitForTarget(connection.db);
    const mark = await readMark(connection.db);
    if (typeof mark === 'object' && mark.source === id) await reopenDatabase(db);
  } finally {
    await connection.close();
  }
}
