import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inject } from 'vitest';
import type { S3Config } from '../platform/config/config-s3.ts';
import type { Bucket } from '../platform/database/schema.ts';
import { isOwner } from '../platform/files/paths.ts';
import type { Platform } from '../platform/platform.ts';
import { startObjectStorage } from './object-storage.ts';
import type { ObjectStorage } from './object-storage.ts';

let storage: Promise<ObjectStorage> | undefined;

/**
 * Says where the servers of a test keep their files: in object storage, which processes on one database share, if the project of
 * vitest.config.ts says so, else each in its data folder.
 */
export async function filePlaceOf(
  databaseUrl: string,
): Promise<{ s3: S3Config | undefined; environment: NodeJS.ProcessEnv }> {
  if (!inject('inObjectStorage')) return { s3: undefined, environment: {} };
  storage ??= startObjectStorage();
  const { config, environment } = await storage;
  const prefix = new URL(databaseUrl).pathname.slice(1);
  return { s3: { ...config, prefix: `${prefix}/` }, environment: { ...environment, S3_PREFIX: prefix } };
}

/** Puts a file where a server keeps its files, without the server and with any time. */
export async function placeFile(
  { config }: Platform,
  place: { bucket: Bucket; name: string; bytes: Buffer; modifiedAt?: Date },
) {
  const { bucket, name, bytes, modifiedAt = new Date() } = place;
  if (config.s3) {
    const { objects } = (await storage) as ObjectStorage;
    objects.set(`${config.s3.prefix}${bucket}/${name}`, { bytes, modifiedAt });
    return;
  }
  const file = path.join(config.dataFolder, 'files', bucket, name);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes);
  await utimes(file, modifiedAt, modifiedAt);
}

/**
 * The names of everything that is stored: files, half-written ones included, and received bodies that still have a name. The file that
 * says whose the place is (place-owner.ts) is left out.
 */
export async function storedFiles({ config, files }: Platform): Promise<string[]> {
  const inBuckets = await Promise.all(
    (['avatars', 'posts'] as const).map(async (bucket) =>
      (await Array.fromAsync(files.list(bucket))).flat().filter((name) => !isOwner(bucket, name)),
    ),
  );
  const bodies = (await readdir(config.dataFolder)).filter((name) => name.startsWith('.upload-'));
  return [...inBuckets.flat(), ...bodies].toSorted();
}
