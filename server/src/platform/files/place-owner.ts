import type { Db } from '../database.ts';
import { findNewestFiles } from '../inspect-database.ts';
import type { Log } from '../log.ts';
import type { Bucket } from '../schema.ts';
import { ensureSecret, findSecret, renewSecret } from '../secrets.ts';
import { StartRefused } from '../start-refused.ts';
import { unavailableReason } from '../unavailable.ts';
import { ownerName } from './paths.ts';
import { findForeign } from './place-mark.ts';
import type { FileStore } from './store.ts';

// A place for files says which database it belongs to (D99), by a file that no row has and no address leads to (isStoredName). A
// database that does not know the photos of a place would otherwise take them for left over, and remove them in the night.

const bucket: Bucket = 'avatars';
const secretName = 'FILES_OWNER';

const putOwner = (files: FileStore, id: string): Promise<void> => files.put(bucket, ownerName, Buffer.from(`${id}\n`));

/**
 * Which database the place says that it belongs to; undefined when it says nothing. Only from one of this database may be removed what
 * no row knows.
 */
export async function ownerOf(db: Db, files: FileStore): Promise<'this' | 'another' | undefined> {
  const owner = await files.read(bucket, ownerName);
  if (!owner) return undefined;
  return owner.content.toString('utf8').trim() === (await findSecret(db, secretName)) ? 'this' : 'another';
}

/** Gives a place that has only files of this database to it. */
export const givePlace = async (db: Db, files: FileStore): Promise<void> =>
  putOwner(files, await ensureSecret(db, secretName));

/** Gives a place to a restored database, which is another one than that of the backup: that may still be in use. */
export const givePlaceAnew = async (db: Db, files: FileStore): Promise<void> =>
  putOwner(files, await renewSecret(db, secretName));

/**
 * Takes a place for the database when the process starts: one that is empty, or that has files of the database and says nothing, as
 * of Lapau 1.0.0. Object storage that is away is not waited for.
 * @throws StartRefused when it belongs to another database, or has files and the database is new
 */
export async function takePlace(db: Db, files: FileStore, log: Log): Promise<void> {
  try {
    const owner = await ownerOf(db, files);
    if (owner === 'this') return;
    if (owner === 'another')
      throw new StartRefused(`The place for files belongs to another database of Lapau.\n${mend}`);
    const [some] = await findForeign(files, '');
    if (some !== undefined) {
      const newest = await findNewestFiles(db);
      if (newest.length === 0 && (await findSecret(db, secretName)) === undefined)
        throw new StartRefused(`The database is new, and there are files already: ${some}.\n${mend}`);
      // a site's logo has the same name in every place
      const own = newest.filter(({ path }) => !path.startsWith('public/'));
      const found = await Promise.all(own.map((file) => files.find(file.bucket, file.path)));
      if (own.length > 0 && !found.some(Boolean)) {
        log.warn('the newest photos are not in the place for files, which has others: nothing is removed from it');
        return;
      }
    }
    await givePlace(db, files);
  } catch (error) {
    const reason = unavailableReason(error);
    if (reason === undefined) throw error;
    log.warn({ reason }, 'the place for files could not be looked at: nothing is removed from it until the next start');
  }
}

const mend =
  'Look whether DATABASE_URL, LAPAU_DATA or an S3_ variable is missing or has changed: nothing was touched. If the database is lost, ' +
  '"lapau restore FILE --into FOLDER" brings a backup back; a new Lapau needs an empty place.';
