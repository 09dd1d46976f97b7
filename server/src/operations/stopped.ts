import type { Db } from '../platform/database/database.ts';
import { openLongConnection } from '../platform/database/long-connection.ts';
import { hasOtherProcesses } from '../platform/database/other-processes.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { holdMoves } from '../platform/upgrade/moves.ts';
import type { Installation } from './open-installation.ts';

/**
 * Runs a move of an installation that does not run: what a running one writes after the copy has begun would be lost.
 * @param use gets the database by a single connection, which keeps other moves out
 * @throws StartRefused when Lapau runs, or another move does
 */
export async function withStopped<Result>(
  { config, isAlone, databaseUrl }: Installation,
  use: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openLongConnection(databaseUrl);
  try {
    const isRunning = config.databaseUrl === undefined ? !isAlone : await hasOtherProcesses(db);
    if (isRunning) throw new StartRefused('Lapau runs. Stop it first: what is written meanwhile would stay behind.');
    if (!(await holdMoves(db))) throw new StartRefused('Another move of this Lapau is under way.');
    return await use(db);
  } finally {
    await close();
  }
}
