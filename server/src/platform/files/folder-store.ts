import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { StartRefused } from '../errors/start-refused.ts';
import type { FileStore, StoredFile } from './store.ts';

/**
 * Opens the files in a folder, and closes the folder to other users.
 * @throws StartRefused when the folder cannot be made or belongs to another user
 */
export function openFolderStore(folder: string): FileStore {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    closeToOthers(folder);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(
      `The folder ${folder} cannot be used: ${String(error)}. Give it to the user who starts Lapau, or choose another LAPAU_DATA.`,
      { cause: error },
    );
  }
  const pathOf = (bucket: string, name: string): string => {
    const file = path.join(folder, bucket, name);
    if (!file.startsWith(path.join(folder, bucket, path.sep))) throw new Error('a name leads out of its folder');
    return file;
  };
  const find = async (file: string): Promise<StoredFile | undefined> => {
    const found = await unlessMissing(stat(file));
    if (!found?.isFile()) return undefined;
    const { size, mtime } = found;
    return { etag: `W/"${size.toString(16)}-${mtime.getTime().toString(16)}"`, modifiedAt: mtime, bytes: size };
  };
  return {
    put: (bucket, name, bytes) => putWhole(pathOf(bucket, name), bytes),
    find: (bucket, name) => find(pathOf(bucket, name)),
    read: async (bucket, name) => {
      const file = pathOf(bucket, name);
      const found = await find(file);
      const content = found && (await unlessMissing(readFile(file)));
      return content && { ...found, content };
    },
    remove: async (bucket, names) => {
      for (const name of names) await rm(pathOf(bucket, name), { force: true });
    },
    list: async function* list(bucket) {
      const owners = (await unlessMissing(readdir(path.join(folder, bucket), { withFileTypes: true }))) ?? [];
      for (const owner of owners.filter((entry) => entry.isDirectory())) {
        const entries =
          (await unlessMissing(readdir(path.join(folder, bucket, owner.name), { withFileTypes: true }))) ?? [];
        yield entries.filter((entry) => entry.isFile()).map((entry) => `${owner.name}/${entry.name}`);
      }
    },
    close: () => {},
  };
}

/** The errors of a file system that does not change modes; other errors are about the disk. */
const unchangeable = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL']);

/** Closes a folder to other users. On CIFS, exFAT and others without owners it has the mode of the mount, which cannot be changed. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700);
  } catch (error) {
    if (!unchangeable.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    const { uid, mode } = statSync(folder);
    if (uid !== process.geteuid?.()) throw error;
    if ((mode & 0o077) === 0) return;
    throw new StartRefused(
      `Other users can read ${folder}, and its file system does not let Lapau close it: ${String(error)}. ` +
        'Mount it for the user who starts Lapau alone (CIFS: uid=…,file_mode=0600,dir_mode=0700; exFAT: uid=…,umask=0077), or choose another LAPAU_DATA.',
      { cause: error },
    );
  }
}

/** Writes a file to the disk under another name and renames it, so that nobody reads half of it. */
async function putWhole(file: string, bytes: Uint8Array): Promise<void> {
  const partial = `${file}.${randomUUID()}.part`;
  await mkdir(path.dirname(file), { recursive: true });
  try {
    await writeFile(partial, bytes, { flush: true });
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function unlessMissing<Result>(found: Promise<Result>): Promise<Result | undefined> {
  try {
    return await found;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}
