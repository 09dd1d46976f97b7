import type { DbTransaction } from '../database/database.ts';
import type { Bucket } from '../database/schema.ts';
import { AppError } from '../errors/app-error.ts';

/**
 * Makes sure that a row written in this transaction may name these files: each exists, in the folder of one
 * of the owners, and stays until the transaction ends.
 * @param owners first path segments: ids, `public`, `promo_banners`
 * @returns the files in the order of `paths`
 * @throws AppError file_not_yours, file_not_found
 */
export async function claimFiles(
  db: DbTransaction,
  bucket: Bucket,
  paths: string[],
  owners: string[],
): Promise<{ path: string; placeholder: string; created_at: Date }[]> {
  if (!paths.every((path) => owners.includes(path.split('/')[0] ?? ''))) throw new AppError('file_not_yours');
  // Rows are locked in one order, so that two claims never wait for each other; removal.ts locks them for update.
  const files = await db
    .selectFrom('files')
    .select(['path', 'placeholder', 'created_at'])
    .where('bucket', '=', bucket)
    .where('path', 'in', paths.length > 0 ? paths : [''])
    .orderBy('path')
    .forKeyShare()
    .execute();
  const byPath = new Map(files.map((file) => [file.path, file]));
  return paths.map((path) => {
    const file = byPath.get(path);
    if (!file) throw new AppError('file_not_found');
    return file;
  });
}
