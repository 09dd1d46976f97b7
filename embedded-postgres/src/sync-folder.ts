import { open } from 'node:fs/promises';

/**
 * The errors of systems and file systems that cannot flush a folder, but can flush files: Windows, CIFS, exFAT and FUSE.
 */
const cannot = new Set(['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF', 'EPERM', 'EISDIR']);

const unlessItCannot = (error: NodeJS.ErrnoException): undefined => {
  if (cannot.has(error.code ?? '')) return undefined;
  throw error;
};

/**
 * Flushes a folder, so that the names in it survive a crash, where its file system can do so.
 * @throws the error of a disk that fails or is full, and of a folder that may not be read
 */
export async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder).catch(unlessItCannot);
  await handle?.sync().catch(unlessItCannot);
}
