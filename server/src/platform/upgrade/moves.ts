import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { advisoryKey } from '../database/database.ts';
import type { Db } from '../database/database.ts';

// A database notes what `lapau move` has moved out of it in a table that the first move makes: no release has to know the
// table, and neither a backup nor a move takes it along.

export const movesTable = 'moves';

type What = 'database' | 'files';

export type Move = {
  id: string;
  /** The target's name for people, without a password. */
  target: string;
  endedAt: Date | null;
};

async function findMoves(db: Db, what: What): Promise<Move[]> {
  const exists = sql<{ found: boolean }>`select to_regclass(${movesTable}) is not null as found`;
  if (!(await exists.execute(db)).rows[0]?.found) return [];
  const { rows } = await sql<Move>`
    select id, target, ended_at as "endedAt" from moves where what = ${what} order by begun_at desc`.execute(db);
  return rows;
}

/** Whether one of these marks is that of a move of the files which has not ended. */
export const hasUnfinishedMove = async (db: Db, marks: string[]): Promise<boolean> =>
  marks.length > 0 && (await findMoves(db, 'files')).some(({ id, endedAt }) => !endedAt && marks.includes(id));

/** Finds the move that has taken the database elsewhere, so that this one may not be used. */
export const findMovedAway = async (db: Db): Promise<Move | undefined> =>
  (await findMoves(db, 'database')).find(({ endedAt }) => endedAt);

export const movedAwayText = (move: Move): { wrong: string; mend: string } => ({
  wrong: `this database was moved to ${move.target} ${endOf(move)}, where Lapau goes on`,
  mend:
    `${/^postgres(ql)?:/.test(move.target) ? 'Set DATABASE_URL to that one.' : 'Leave DATABASE_URL out.'} To use this database again, ` +
    'without what was written to the other one since, run "lapau move --back".',
});

/** Says when a move ended, beginning with "on". */
export const endOf = ({ endedAt }: Move): string =>
  `on ${endedAt?.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;

/** Keeps other moves of this database out while the connection lives. @returns false when another one is under way */
export async function holdMoves(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    select pg_try_advisory_lock(${advisoryKey('move')}) as "isFirst"`.execute(db);
  return rows[0]?.isFirst === true;
}

/**
 * Notes a move before anything is written to its target. A move that was interrupted goes on.
 * @param marks the ids that the target carries
 */
export async function beginMove(db: Db, what: What, target: string, marks: string[]): Promise<Move> {
  const known = await findMoves(db, what);
  const interrupted =
    known.find(({ id }) => marks.includes(id)) ?? known.find((move) => move.target === target && !move.endedAt);
  if (interrupted) return interrupted;
  const id = randomUUID();
  await sql`create table if not exists moves (
    id uuid primary key, what text not null, target text not null, begun_at timestamptz not null default now(), ended_at timestamptz)`.execute(
    db,
  );
  await sql`insert into moves (id, what, target) values (${id}, ${what}, ${target})`.execute(db);
  return { id, target, endedAt: null };
}

/** Notes the end of a move; from then on a database that was moved is refused. @param target its place by the present settings */
export const endMove = (db: Db, { id, target }: Pick<Move, 'id' | 'target'>): Promise<unknown> =>
  sql`update moves set ended_at = clock_timestamp(), target = ${target} where id = ${id}`.execute(db);

/** Lets the database that was moved away be used again. The move can still go on where it stopped. */
export const reopenDatabase = (db: Db): Promise<unknown> =>
  sql`update moves set ended_at = null where what = 'database'`.execute(db);
