import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { advisoryKey } from '../database/database.ts';
import type { Db } from '../database/database.ts';

// A database keeps what was moved out of it, by `lapau move`, in a table that the first move makes: no release has to know it, and
// neither a backup nor a move takes it along.

export const movesTable = 'moves';

type What = 'database' | 'files';

export type Move = {
  id: string;
  /** Where to, for people: without a password. */
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

/** Whether a move of the files that has not ended has one of these marks. */
export const hasUnfinishedMove = async (db: Db, marks: string[]): Promise<boolean> =>
  marks.length > 0 && (await findMoves(db, 'files')).some(({ id, endedAt }) => !endedAt && marks.includes(id));

/** The move that has taken everything elsewhere, so that this database is not to be used. */
export const findMovedAway = async (db: Db): Promise<Move | undefined> =>
  (await findMoves(db, 'database')).find(({ endedAt }) => endedAt);

export const movedAwayText = (move: Move): { wrong: string; mend: string } => ({
  wrong: `this database was moved to ${move.target} ${endOf(move)}, where Lapau goes on`,
  mend:
    `${/^postgres(ql)?:/.test(move.target) ? 'Set DATABASE_URL to that one.' : 'Leave DATABASE_URL out.'} To use this database again, ` +
    'without what was written to the other one since, run "lapau move --back".',
});

/** When it ended, with the word before it. */
export const endOf = ({ endedAt }: Move): string =>
  `on ${endedAt?.toISOString().slice(0, 16).replace('T', ' at ')} UTC`;

/** Keeps other moves of this database out while the connection lives. @returns false when there is one */
export async function holdMoves(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isFirst: boolean }>`
    select pg_try_advisory_lock(${advisoryKey('move')}) as "isFirst"`.execute(db);
  return rows[0]?.isFirst === true;
}

/**
 * Notes a move before anything is written to its target. One that was interrupted goes on.
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

/** From then on a database that moved is refused. @param target where it is by the present settings */
export const endMove = (db: Db, { id, target }: Pick<Move, 'id' | 'target'>): Promise<unknown> =>
  sql`update moves set ended_at = clock_timestamp(), target = ${target} where id = ${id}`.execute(db);

/** The database is used again that everything was moved from. The move can still go on where it was. */
export const reopenDatabase = (db: Db): Promise<unknown> =>
  sql`update moves set ended_at = null where what = 'database'`.execute(db);
