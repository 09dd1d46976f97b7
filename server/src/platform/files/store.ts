import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Disk, errors } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { Bucket } from '../schema.ts';
import { StartRefused } from '../start-refused.ts';

type StoredFile = { etag: string; modifiedAt: Date };

/** The uploaded files: two buckets, each with a folder for each owner. */
export type FileStore = {
  /** Stores a file whole or not at all, in the place of one of the same name. */
  put: (bucket: Bucket, name: string, bytes: Uint8Array) => Promise<void>;
  find: (bucket: Bucket, name: string) => Promise<StoredFile | undefined>;
  /** @throws when there is none */
  read: (bucket: Bucket, name: string) => Promise<Uint8Array>;
  /** A missing file is no error. */
  remove: (bucket: Bucket, names: string[]) => Promise<void>;
  /** The names of a bucket, folder by folder, half-written files included. */
  list: (bucket: Bucket) => AsyncGenerator<string[]>;
};

/**
 * Opens the files in a folder, which is closed to other users. Another place for them (S3) is another driver here.
 * @throws StartRefused when the folder cannot be made or belongs to another user
 */
export function openFileStore(folder: string): FileStore {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new StartRefused(
      `The folder ${folder} cannot be used: ${String(error)}. Give it to the user who starts Lapau, or choose another LAPAU_DATA.`,
      { cause: error },
    );
  }
  const disk = new Disk(new WholeFileDriver({ location: folder, visibility: 'public' }));
  return {
    put: (bucket, name, bytes) => disk.put(`${bucket}/${name}`, bytes),
    find: async (bucket, name) => {
      try {
        const { etag, lastModified } = await disk.getMetaData(`${bucket}/${name}`);
        return { etag, modifiedAt: lastModified };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw error;
      }
    },
    read: (bucket, name) => disk.getBytes(`${bucket}/${name}`),
    remove: async (bucket, names) => {
      for (const name of names) await disk.delete(`${bucket}/${name}`);
    },
    list: async function* list(bucket) {
      const owners = await disk.listAll(bucket);
      for (const owner of owners.objects) {
        if (owner.isFile) continue;
        const { objects } = await disk.listAll(`${bucket}/${owner.name}`);
        yield [...objects].filter((object) => object.isFile).map((file) => file.key.slice(bucket.length + 1));
      }
    },
  };
}

const isMissing = (error: unknown): boolean =>
  error instanceof errors.E_CANNOT_GET_METADATA &&
  ['ENOENT', 'ENOTDIR', 'NotFound'].includes((error.cause as NodeJS.ErrnoException | undefined)?.code ?? '');

/** flydrive writes into the file that is being read; this one writes beside it, to the disk, and puts it in its place. */
class WholeFileDriver extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const target = path.join(String(this.options.location), key);
    const partial = `${target}.${randomUUID()}.part`;
    await mkdir(path.dirname(target), { recursive: true });
    try {
      await writeFile(partial, contents, { flush: true });
      await rename(partial, target);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }
}
