import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { findForeign, hasPlaceMark, listPlaceMarks, putPlaceMark, removePlaceMark } from '../files/place-mark.ts';
import type { FileStore } from '../files/store.ts';
import { dropMark, readMark, unfinishedText, writeMark } from '../upgrade/marks.ts';
import type { Mark } from '../upgrade/marks.ts';
import { keepSchema } from '../upgrade/migrate.ts';
import { endOf, findMovedAway } from '../upgrade/moves.ts';
import { findContents } from './tables.ts';

/**
 * Makes sure that the database and the place for files are empty, or have what the same restore or move left when it was interrupted.
 * Marks both with one id, and keeps others out of the database while this connection lives (D99). Changes nothing before it has looked
 * at everything. Files of an interrupted restore stay: they are written again, under the same names.
 * @throws StartRefused when something else is there
 */
export async function prepareTarget(
  db: Db,
  files: FileStore | undefined,
  made: Pick<Mark, 'command' | 'source'>,
): Promise<Mark> {
  await holdTarget(db);
  // keepSchema waits for a start that makes its tables at this moment.
  const { mark, isMarked } = await keepSchema(db, () => markDatabase(db, files, made));
  if (files) await (isMarked ? refuseOthers(files, mark) : markPlace(db, files, mark));
  return mark;
}

const targetLock = sql`hashtextextended('restore', 0)`;

async function holdTarget(db: Db): Promise<void> {
  const { rows } = await sql<{ isFirst: boolean }>`select pg_try_advisory_lock(${targetLock}) as "isFirst"`.execute(db);
  if (!rows[0]?.isFirst) throw new StartRefused('Another restore into this database is under way.');
}

/** Waits, ten seconds at most, until the server has ended a restore whose connection was lost: it may be about to commit. */
export async function waitForTarget(db: Db): Promise<void> {
  await sql`set lock_timeout = '10s'`.execute(db);
  await sql`select pg_advisory_lock(${targetLock})`.execute(db);
}

/** @returns the mark, and whether the place for files has it already */
async function markDatabase(
  db: Db,
  files: FileStore | undefined,
  made: Pick<Mark, 'command' | 'source'>,
): Promise<{ mark: Mark; isMarked: boolean }> {
  const found = await readMark(db);
  const isOwn = typeof found === 'object' && found.command === made.command && found.source === made.source;
  if (found && !isOwn && !isUnused(found)) throw otherMark(found);
  const moved = await findMovedAway(db);
  if (moved)
    throw new StartRefused(
      `The target is the database that was moved to ${moved.target} ${endOf(moved)}, and still has all its rows. ` +
        'Use a new one; to make a new one in LAPAU_DATA, move LAPAU_DATA/postgres out of the way first.',
    );
  // In a database with a mark, an interrupted restore has made the queue.
  const contents = (await findContents(db)).filter((name) => !(found && name === 'jobs'));
  if (contents.length > 0) throw notEmpty('database', contents, made.command);
  const mark = isOwn ? found : { ...made, id: randomUUID() };
  const isMarked = files !== undefined && isOwn && (await hasPlaceMark(files, mark.id));
  const stored = files && !isMarked ? await findForeign(files, mark.id) : [];
  if (stored.length > 0) throw notEmpty('place for files', stored, made.command);

  if (found) await sql`drop schema if exists jobs cascade`.execute(db);
  if (!isOwn) await writeMark(db, mark);
  return { mark, isMarked };
}

/** Whether the mark is that of a damaged backup, whose files were removed again. */
const isUnused = (found: Mark | 'unknown'): boolean => found !== 'unknown' && found.source === '';

function otherMark(found: Mark | 'unknown'): StartRefused {
  const { wrong, mend } = unfinishedText(found);
  return new StartRefused(`This cannot be written over what is there: ${wrong}.\n${mend}`);
}

const notEmpty = (what: string, found: string[], command: Mark['command']): StartRefused =>
  new StartRefused(
    `The ${what} is not empty: it has ${found.slice(0, 3).join(', ')}${found.length > 3 ? ' …' : ''}. A ${command} never overwrites.\n${
      command === 'move'
        ? 'Give it a new database.'
        : 'Restore into a new folder by "lapau restore FILE --into FOLDER", or give it a new LAPAU_DATA, or a new database by ' +
          'DATABASE_URL with an empty place for files.'
    }`,
  );

/**
 * Marks the place. If two restores with different databases mark one empty place at once, at least one of them sees the other's mark
 * and gives up.
 */
async function markPlace(db: Db, files: FileStore, mark: Mark): Promise<void> {
  await putPlaceMark(files, mark.id);
  const others = await findForeign(files, mark.id);
  if (others.length === 0) return;
  await removePlaceMark(files, mark.id);
  await dropMark(db);
  throw notEmpty('place for files', others, mark.command);
}

async function refuseOthers(files: FileStore, mark: Mark): Promise<void> {
  const others = (await listPlaceMarks(files)).filter((id) => !id.startsWith(mark.id));
  if (others.length > 0)
    throw new StartRefused(
      `Another restore or move, ${others[0]}, writes into the same place for files. Give each a place of its own.`,
    );
}

/**
 * Lets another backup be restored here after a damaged one, whose files were removed again. Until then a start is refused.
 * @throws Error when the place has other files; both marks stay as they are then
 */
export async function releaseTarget(db: Db, files: FileStore, mark: Mark): Promise<void> {
  const [left] = await findForeign(files, mark.id);
  if (left !== undefined) throw new Error(`${left} is left there`);
  await removePlaceMark(files, mark.id);
  await writeMark(db, { ...mark, source: '' });
}
