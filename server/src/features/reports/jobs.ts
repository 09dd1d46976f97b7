import { fileRemoval } from '../../platform/files/removal.ts';
import type { Retention } from '../../platform/transactions/retention.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { deleteOldReports } from './queries.ts';

export const reportsRetention: Retention[] = [{ table: 'reports', deleteExpired: deleteWithPhotos }];

/** Deletes old reports and their photos; the job keeps photos that a post or another report still shows. */
async function deleteWithPhotos({ db, enqueue }: Tx, limit: number): Promise<number> {
  const snapshots = await deleteOldReports(db, limit);
  const paths = [...new Set(snapshots.flat())];
  if (paths.length > 0) await enqueue(fileRemoval, { bucket: 'posts', paths });
  return snapshots.length;
}
