import type { Bucket } from '../database/schema.ts';

export type StoredFile = { etag: string; modifiedAt: Date; bytes: number };

/**
 * The uploaded files: two buckets, each with a folder for each owner. All of them are small, pictures of at most some hundred
 * kilobytes, and are passed whole. Where the place that has them cannot be used, every function throws what `unavailable.ts`
 * knows, within eight seconds but for `list`.
 */
export type FileStore = {
  /** Stores a file whole or not at all, in the place of one of the same name. */
  put: (bucket: Bucket, name: string, bytes: Uint8Array) => Promise<void>;
  /** What is known of a file without its bytes; undefined when there is none. */
  find: (bucket: Bucket, name: string) => Promise<StoredFile | undefined>;
  /** A whole file; undefined when there is none. */
  read: (bucket: Bucket, name: string) => Promise<(StoredFile & { content: Buffer }) | undefined>;
  /** A missing file is no error. After one nothing is being removed any more. */
  remove: (bucket: Bucket, names: string[]) => Promise<void>;
  /** The names of a bucket, some at a time, half-written files included. */
  list: (bucket: Bucket) => AsyncGenerator<string[]>;
  close: () => void;
};

/** Linux: EIO, EBADMSG, EUCLEAN. */
const lostFile = new Set([5, 74, 117]);

/**
 * Returns where the error of a read says that the disk has lost this one file (a bad sector, a broken checksum of the file system):
 * that does not pass, and must not keep all other files from being read.
 * @throws every other error
 */
export function ifLost(error: unknown): void {
  const { errno } = error as NodeJS.ErrnoException;
  if (errno === undefined || !lostFile.has(-errno)) throw error;
}
