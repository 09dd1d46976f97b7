import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { FolderInUse, PostgresStartError } from './start-error.ts';

const sqliteBusy = 5;

/**
 * Locks the folder for this process until the returned function is called or the process ends, however it ends.
 * Node has no flock; SQLite's file lock is the kernel's own, so nothing has to be cleaned up after a kill and no
 * reused process id can be mistaken for its owner.
 * @param file the lock file, made if missing; it stays empty
 * @throws FolderInUse when another process (or another start in this one) holds it
 */
export function lockFolder(file: string): () => void {
  let holder: DatabaseSync | undefined;
  try {
    holder = new DatabaseSync(file, { timeout: 0 });
    chmodSync(file, 0o600); // by path: closing another descriptor of the file would release the lock
    holder.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'); // no journal file beside it
  } catch (error) {
    holder?.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) {
      throw new FolderInUse(
        `Another process is running on this data folder (${file} is locked). ` +
          'Stop it first, or give this one a data folder of its own.',
      );
    }
    throw new PostgresStartError(`The data folder cannot be locked: ${file}: ${String(error)}`, { cause: error });
  }
  return () => holder.close();
}
