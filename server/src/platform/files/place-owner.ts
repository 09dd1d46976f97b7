import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import { ensureSecret, findSecret, renewSecret } from '../database/secrets.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { unavailableReason } from '../errors/unavailable.ts';
import type { Log } from '../log/log.ts';
import { hasUnfinishedMove } from '../upgrade/moves.ts';
import { buckets, isStoredName, ownerName } from './paths.ts';
import { listPlaceMarks } from './place-mark.ts';
import type { FileStore } from './store.ts';
import { namesWithoutRow } from './without-row.ts';

// A place for files says which database it belongs to (D99), by a file that no row has and no address leads to
// (isStoredName). Otherwise a database that does not know the photos of a place would take them for leftovers and remove
// them at night.

const bucket: Bucket = 'avatars';
const secretName = 'FILES_OWNER';

const putOwner = (files: FileStore, id: string): Promise<void> => files.put(bucket, ownerName, Buffer.from(`${id}\n`));

/**
 * Tells which database a place belongs to; undefined when it does not say. Files without a row may be removed only from a place of
 * this database.
 */
export async function ownerOf(db: Db, files: FileStore): Promise<'this' | 'another' | undefined> {
  const owner = await files.read(bucket, ownerName);
  if (!owner) return undefined;
  return owner.content.toString('utf8').trim() === (await findSecret(db, secretName)) ? 'this' : 'another';
}

/** Notes that a place, which has only files of this database, belongs to it. */
export const givePlace = async (db: Db, files: FileStore): Promise<void> =>
  putOwner(files, await ensureSecret(db, secretName));

/** Gives a place to a restored database, under a new id: the database that was backed up may still be in use. */
export const givePlaceAnew = async (db: Db, files: FileStore): Promise<void> =>
  putOwner(files, await renewSecret(db, secretName));

/**
 * Takes a place for the database when the process starts, if it is empty, or says nothing, as that of Lapau 1.0.0, and has mostly
 * files that the database knows. Nothing is removed from a place that was not taken (sweep.ts). If a place cannot be looked at, such
 * as object storage that is away, the start goes on.
 * @throws StartRefused when it belongs to another database, has files and the database is new, or is the target of an unfinished move
 */
export async function takePlace(db: Db, files: FileStore, log: Log): Promise<void> {
  try {
    const owner = await ownerOf(db, files);
    if (owner === 'this') return;
    if (owner === 'another')
      throw new StartRefused(`The place for files belongs to another database of Lapau. ${mend}\n${mendOwn}`);
    if (await hasUnfinishedMove(db, await listPlaceMarks(files)))
      throw new StartRefused(
        'A move of the files to this place has not ended. Run the same "lapau move --to-files …" again, or start Lapau with the settings of before.',
      );
    const { known, unknown } = await lookAround(db, files);
    if (unknown.length > known) {
      if (await isNew(db))
        throw new StartRefused(`The database is new, and there are files already, such as ${unknown[0]}. ${mend}`);
      log.warn(
        { known, unknown: unknown.length },
        'the place for files has those of somebody else: nothing is removed from it',
      );
      return;
    }
    await givePlace(db, files);
  } catch (error) {
    const reason = unavailableReason(error) ?? closedReason(error);
    if (reason === undefined) throw error;
    log.warn(
      { reason },
      'the place for files could not be looked at: nothing is removed from it unless it says that it belongs to this database',
    );
  }
}

const mend =
  'Look whether DATABASE_URL, LAPAU_DATA or an S3_ variable is missing or has changed: nothing was touched. If the database is lost, ' +
  '"lapau restore FILE --into FOLDER" brings a backup back; a new Lapau needs an empty place.';
const mendOwn =
  'If the photos are those of this database, as after it was brought back by tools of PostgreSQL, remove the file avatars/owner/database ' +
  'there, and start again.';

/** Looks which of the first files of each bucket the database knows. */
async function lookAround(db: Db, files: FileStore): Promise<{ known: number; unknown: string[] }> {
  const unknown: string[] = [];
  let known = 0;
  for (const one of buckets) {
    for await (const names of files.list(one)) {
      const whole = names.filter((name) => isStoredName(name));
      if (whole.length === 0) continue;
      const without = new Set(await namesWithoutRow(db, one, whole));
      known += whole.length - without.size;
      unknown.push(...[...without].map((name) => `${one}/${name}`));
      if (known + unknown.length >= looked) break;
    }
  }
  return { known, unknown };
}
const looked = 200;

/** Whether nobody has used the database yet. */
async function isNew(db: Db): Promise<boolean> {
  if ((await findSecret(db, secretName)) !== undefined) return false;
  const [file, session] = await Promise.all(
    (['files', 'sessions'] as const).map((table) =>
      db
        .selectFrom(table)
        .select(sql`1`.as('one'))
        .limit(1)
        .executeTakeFirst(),
    ),
  );
  return file === undefined && session === undefined;
}

/** Says why this process may not read the place, in which somebody else has put files; undefined for other errors. */
function closedReason(error: unknown): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'EACCES' || code === 'EPERM' ? code : undefined;
}
