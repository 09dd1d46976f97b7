import { hash } from 'node:crypto';
import type { Db } from '../database/database.ts';
import type { Bucket, Checksums } from '../database/schema.ts';
import { suffixOf } from './paths.ts';

export const checksumOf = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex');

/** Whether a stored file has other bytes than those that its row has the checksum of. */
export const isChanged = (sha256: Checksums | null, name: string, bytes: Uint8Array): boolean => {
  const expected = sha256?.[suffixOf(name)];
  return expected !== undefined && expected !== checksumOf(bytes);
};

/**
 * Writes the checksums of a row that has none. @param createdAt the time of the file with these checksums: another one may have
 * replaced it
 */
export async function writeChecksums(
  db: Db,
  { bucket, path, createdAt }: { bucket: Bucket; path: string; createdAt: Date },
  sha256: Checksums,
): Promise<void> {
  await db
    .updateTable('files')
    .set({ sha256: JSON.stringify(sha256) })
    .where('bucket', '=', bucket)
    .where('path', '=', path)
    .where('created_at', '=', createdAt)
    .where('sha256', 'is', null)
    .execute();
}
