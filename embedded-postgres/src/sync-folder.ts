import { open } from 'node:fs/promises';

/**
 * What systems and file systems answer that cannot flush a folder: Windows, CIFS, exFAT and FUSE, whose files are flushed all the same.
 */
const cannot = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF', 'EPERM', 'EISDIR']);

const unlessItCannot = (error: NodeJS.ErrnoException): undefined => {
  if (cannot.has(error.code ?? '')) return undefined;
  throw error;
};

/**
 * Has the names in a folder survive a crash, as far as its file system can.
 * @throws what a disk that fails or is full answers, and where the folder may not be read
 */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder).catch(unlessItCannot);
  await handle?.sync().catch(unlessItCannot);
}
