import { createSemaphore } from '../process/semaphore.ts';
import type { RunInTransaction } from '../transactions/transaction.ts';
import type { FileColumn } from './file-columns.ts';
import type { FileStore } from './store.ts';

/** Where files are stored, the columns that refer to them, and the transactions that store or remove some. */
export type FileParts = {
  files: FileStore;
  fileColumns: FileColumn[];
  fileTransaction: RunInTransaction;
};

/**
 * Runs transactions during which files are stored or removed. Each holds a connection to the database meanwhile, for seconds when the
 * object storage does not answer. Only four run at once, so that calls have most of the pool (database.ts).
 */
export function boundFileTransactions(transaction: RunInTransaction): RunInTransaction {
  const semaphore = createSemaphore({ concurrency: 4, maxQueued: 200, waitMs: 10_000 });
  return (rule) => semaphore('', () => transaction(rule));
}
