import type { Bucket } from '../schema.ts';

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
