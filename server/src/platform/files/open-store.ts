import path from 'node:path';
import type { Config } from '../config/config.ts';
import type { Log } from '../log/log.ts';
import { openFolderStore } from './folder-store.ts';
import type { FileStore } from './store.ts';

/**
 * Opens the files where the configuration has them: in the bucket of S3_BUCKET, or in the data folder.
 * @throws StartRefused when the folder cannot be used, or the object storage answers and refuses
 */
export async function openFileStore(
  { s3, dataFolder }: Pick<Config, 's3' | 'dataFolder'>,
  log: Log,
): Promise<FileStore> {
  if (!s3) return openFolderStore(path.join(dataFolder, 'files'));
  // The library for object storage takes memory, which a server with a folder does not need.
  const { openObjectStore } = await import('./object-store.ts');
  return openObjectStore(s3, log);
}
