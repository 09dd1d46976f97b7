import { sql } from 'kysely';
import { z } from 'zod';
import type { Db, DbTransaction } from '../database/database.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { findMovedAway, movedAwayText } from './moves.ts';

/** The table that a restore or a move makes first in its target and drops last: while it is there, the rest is incomplete. */
export const restoreMark = 'unfinished_restore';

const markSchema = z.object({
  /** The id tells this restore or move from others; the place of its files has the same one. */
  id: z.uuid(),
  command: z.enum(['restore', 'move']),
  /** The `id` of the archive or of the move that is the source; '' when the archive was damaged and nothing of it was kept. */
  source: z.string(),
});
export type Mark = z.infer<typeof markSchema>;

/**
 * Reads the mark in this database; 'unknown' for one that Lapau 1.0.0 has left, which says nothing. The mark is a table's comment,
 * because rows of a table that a running restore is about to drop cannot be read.
 */
export async function readMark(db: Db): Promise<Mark | 'unknown' | undefined> {
  const { rows } = await sql<{ found: boolean; said: string | null }>`
    select to_regclass(${restoreMark}) is not null as found,
      obj_description(to_regclass(${restoreMark}), 'pg_class') as said`.execute(db);
  if (!rows[0]?.found) return undefined;
  try {
    return markSchema.parse(JSON.parse(rows[0].said ?? 'null'));
  } catch {
    return 'unknown';
  }
}

/** Marks the database, or marks it anew. */
export const writeMark = (db: Db, mark: Mark): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql.raw(`create table if not exists ${restoreMark} ()`).execute(tx);
    await sql`comment on table ${sql.table(restoreMark)} is ${sql.lit(JSON.stringify(mark))}`.execute(tx);
  });

export const dropMark = (db: Db | DbTransaction): Promise<unknown> => sql.raw(`drop table ${restoreMark}`).execute(db);

/** Says what is wrong with a database that has a mark, and what to do. */
export function unfinishedText(mark: Mark | 'unknown'): { wrong: string; mend: string } {
  if (mark === 'unknown')
    return {
      wrong: 'a restore or a move into this database, begun by Lapau 1.0.0, has not ended',
      mend: 'If it still runs, wait for it. If it was interrupted, use a new database, and a place for files that is empty.',
    };
  if (mark.command === 'move')
    return {
      wrong: 'a move into this database has not ended',
      mend:
        'If "lapau move" still runs, wait for it. If it was interrupted, run the same "lapau move --to-database …" again with the ' +
        'settings of before the move, or start Lapau with those.',
    };
  if (mark.source === '')
    return {
      wrong: 'a restore into this database has not ended: its backup was damaged, and nothing of it was kept',
      mend: 'Run "lapau restore" with another backup.',
    };
  return {
    wrong: 'a restore into this database has not ended',
    mend:
      'If "lapau restore" still runs, wait for it. If it was interrupted, run it again with the same backup and the same settings, or ' +
      'restore another one into a new folder: "lapau restore FILE --into FOLDER".',
  };
}

/** @throws StartRefused when a restore or move into this database has not ended, or when it was moved away from */
export async function refuseUnusable(db: Db): Promise<void> {
  const mark = await readMark(db);
  if (mark) throw refusal(unfinishedText(mark));
  const moved = await findMovedAway(db);
  if (moved) throw refusal(movedAwayText(moved));
}

export const refusal = ({ wrong, mend }: { wrong: string; mend: string }): StartRefused =>
  new StartRefused(`${wrong.charAt(0).toUpperCase()}${wrong.slice(1)}.\n${mend}`);
