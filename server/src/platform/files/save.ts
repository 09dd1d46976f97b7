import { now } from '../clock/clock.ts';
import type { Db, DbTransaction } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import { AppError } from '../errors/app-error.ts';
import { Unavailable } from '../errors/unavailable.ts';
import type { Log } from '../log/log.ts';
import { lockStandingShared, refusalOf } from '../session/standing.ts';
import { checksumOf, writeChecksums } from './checksums.ts';
import { findUnreferencedPaths, isUnderReview } from './file-columns.ts';
import type { FileColumn } from './file-columns.ts';
import type { FileParts } from './file-transaction.ts';
import type { Picture } from './image.ts';
import { deleteUnreferencedRows, takeFileLock, removeFilesWithoutRow } from './removal.ts';
import { waitForAll } from './wait-for-all.ts';

/** The answer to an upload. Calls take `path`, and an `<img>` shows `url`. */
export type SavedFile = { path: string; url: string; placeholder: string; width: number; height: number };

type Destination = {
  bucket: Bucket;
  /** The path without its extension. A file there is replaced, also one with another extension; photos of posts are not. */
  stem: string;
  uploadedBy: string | null;
};

const extensions: Picture['extension'][] = ['webp', 'png', 'svg', 'ico'];

/**
 * Stores a prepared picture and then its row. A failure leaves nothing new; a crash in between leaves files without a row, which the
 * sweep removes.
 * @throws AppError file_under_review; unauthenticated, account_suspended, warung_suspended or forbidden when the uploader has lost the
 *   right meanwhile
 */
export async function savePicture(
  { log, ...parts }: FileParts & { log: Log },
  { bucket, stem, uploadedBy }: Destination,
  picture: Picture,
): Promise<SavedFile> {
  const path = `${stem}.${picture.extension}`;
  const others = extensions.map((extension) => `${stem}.${extension}`).filter((other) => other !== path);
  const row = {
    uploaded_by: uploadedBy,
    content_type: picture.contentType,
    bytes: picture.files.reduce((sum, file) => sum + file.bytes.length, 0),
    width: picture.width,
    height: picture.height,
    placeholder: picture.placeholder,
    created_at: now,
  };
  try {
    const replaced = await parts.fileTransaction(async ({ db }) => {
      if (uploadedBy !== null) await refuseOutdatedUploader(db, uploadedBy, stem);
      await takeFileLock(db, bucket, path);
      if (await isUnderReview(db, parts.fileColumns, [path, ...others])) throw new AppError('file_under_review');
      // A photo is stored once under its name. This one was sent again because its answer was lost.
      if (bucket === 'posts' && (await renewPhoto(db, parts.fileColumns, path))) return [];
      await waitForAll(
        picture.files.map(({ suffix, bytes }) =>
          parts.files.put(bucket, `${stem}${suffix}.${picture.extension}`, bytes),
        ),
      );
      const { created_at: createdAt } = await db
        .insertInto('files')
        .values({ bucket, path, ...row })
        .onConflict((conflict) => conflict.columns(['bucket', 'path']).doUpdateSet(row))
        .returning('created_at')
        .executeTakeFirstOrThrow();
      const sha256 = Object.fromEntries(picture.files.map(({ suffix, bytes }) => [suffix, checksumOf(bytes)]));
      await writeChecksums(db, { bucket, path, createdAt }, sha256);
      return deleteUnreferencedRows(db, parts.fileColumns, bucket, others);
    });
    if (replaced.length > 0) await removeFilesWithoutRow(parts, bucket, replaced);
  } catch (error) {
    // If the object storage does not answer, the person does not wait for it once more.
    const removed = error instanceof Unavailable ? Promise.reject(error) : removeFilesWithoutRow(parts, bucket, [path]);
    await removed.catch((left: unknown) =>
      log.warn({ err: left, bucket }, 'an upload failed and left files for the sweep'),
    );
    throw error;
  }
  const url = `/storage/${bucket}/${path}`;
  return {
    path,
    url: bucket === 'posts' ? url : `${url}?t=${Date.now()}`,
    placeholder: picture.placeholder,
    width: picture.width,
    height: picture.height,
  };
}

/**
 * Stores a picture that was made of a stored file beside that file, under one of its names (paths.ts).
 * @returns false when the file has been removed meanwhile: nothing is stored then, as nobody would remove it
 */
export const saveBeside = (
  { files, fileTransaction }: Pick<FileParts, 'files' | 'fileTransaction'>,
  { bucket, path, name }: { bucket: Bucket; path: string; name: string },
  bytes: Buffer,
): Promise<boolean> =>
  fileTransaction(async ({ db }) => {
    await takeFileLock(db, bucket, path);
    const isThere = await isStored(db, bucket, path);
    if (isThere) await files.put(bucket, name, bytes);
    return isThere;
  });

/**
 * Lets a photo of a dish that nothing refers to stay for three more days: a device that now learns that it is stored relies on them.
 * @returns whether it is stored
 */
export async function renewPhoto(db: DbTransaction, fileColumns: FileColumn[], path: string): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('sha256')
    .where('bucket', '=', 'posts')
    .where('path', '=', path)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) return false;
  const [unreferenced] = await findUnreferencedPaths(db, fileColumns, [path]);
  if (unreferenced === undefined) return true;
  const { created_at: createdAt } = await db
    .updateTable('files')
    .set({ created_at: now })
    .where('bucket', '=', 'posts')
    .where('path', '=', path)
    .returning('created_at')
    .executeTakeFirstOrThrow();
  // For the database a new time means a new file, so it has dropped the checksums.
  if (row.sha256) await writeChecksums(db, { bucket: 'posts', path, createdAt }, row.sha256);
  return true;
}

async function isStored(db: Db, bucket: Bucket, path: string): Promise<boolean> {
  const row = await db
    .selectFrom('files')
    .select('path')
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses an uploader who was suspended or demoted meanwhile: receiving and preparing a picture may take minutes. */
async function refuseOutdatedUploader(db: DbTransaction, uploadedBy: string, stem: string): Promise<void> {
  const standing = await lockStandingShared(db, uploadedBy);
  if (!standing) throw new AppError('unauthenticated');
  const refusal = refusalOf(standing);
  if (refusal) throw new AppError(refusal);
  if (standing.role !== 'admin' && !stem.startsWith(`${uploadedBy}/`)) throw new AppError('forbidden');
}
