import type { Bucket } from '../database/schema.ts';

export type StoredFile = { etag: string; modifiedAt: Date; bytes: number };

/**
 * The uploaded files: two buckets, each with a folder for each owner. All of them are small, pictures of at most some hundred
 * kilobytes, and are passed whole. When their place cannot be used, every function throws an error that `unavailable.ts` knows, all
 * but `list` within eight seconds.
 */
export type FileStore = {
  /** Stores a file whole or not at all. It replaces a file of the same name. */
  put: (bucket: Bucket, name: string, bytes: Uint8Array) => Promise<void>;
  /** What is known of a file without its bytes; undefined when there is none. */
  find: (bucket: Bucket, name: string) => Promise<StoredFile | undefined>;
  /** A whole file; undefined when there is none. */
  read: (bucket: Bucket, name: string) => Promise<(StoredFile & { content: Buffer }) | undefined>;
  /** Removes files; a missing one is no error. After an error no removal is under way any more. */
  remove: (bucket: Bucket, names: string[]) => Promise<void>;
  /** Lists the names in a bucket, some at a time, half-written files included. */
  list: (bucket: Bucket) => AsyncGenerator<string[]>;
  close: () => void;
};

/** The numbers of EIO, EBADMSG and EUCLEAN in Linux. */
const lostFile = new Set([5, 74, 117]);

/**
 * Ignores the error of a read if the disk has lost this one file (a bad sector, a broken checksum of the file system): that does not
 * pass, and may not keep all other files from being read.
 * @throws every other error
 */
export function ifLost(error: unknown): void {
  const { errno } = error as NodeJS.ErrnoException;
  if (errno === undefined || !lostFile.has(-errno)) throw error;
}
