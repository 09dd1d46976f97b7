import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Config } from '../../platform/config/config.ts';
import type { Db } from '../../platform/database/database.ts';
import { openFileStore } from '../../platform/files/open-store.ts';
import { ownerOf } from '../../platform/files/place-owner.ts';
import type { Log } from '../../platform/log/log.ts';
import { findNewestFiles } from '../../platform/upgrade/inspect-database.ts';
import { error, ok, warning } from './finding.ts';
import type { Finding } from './finding.ts';

/** Stores, reads and removes a file of its own. If the check is interrupted, the sweep removes the file a day later. */
export async function checkFileStore(config: Config, log: Log): Promise<Finding[]> {
  if (!config.s3 && !existsSync(config.dataFolder)) return []; // openFileStore would make the folder
  const files = await openFileStore(config, log);
  const name = `public/doctor-${randomUUID()}.part`;
  const content = Buffer.from('written by lapau doctor');
  try {
    await files.put('avatars', name, content);
    const read = await files.read('avatars', name);
    await files.remove('avatars', [name]);
    const place = config.s3 ? `the bucket ${config.s3.bucket}` : 'the data folder';
    if (!read?.content.equals(content))
      return [error('photo storage', `${place} gives back something else than it was given`, placesMend)];
    return [ok('photo storage', `${place} takes, gives and removes photos`)];
  } finally {
    files.close();
  }
}

/** Checks that the newest photos are stored where Lapau looks for them: somebody may have set another place and not moved them. */
export async function checkNewestPhotos(config: Config, log: Log, db: Db): Promise<Finding> {
  const newest = await findNewestFiles(db);
  const files = await openFileStore(config, log);
  try {
    const owner = await ownerOf(db, files);
    if (owner === 'another')
      return error('photos', 'the place for them belongs to another database of Lapau', placesMend);
    if (owner === undefined && newest.length > 0)
      return warning(
        'photos',
        'the place for them does not say whose it is: what is left over is not removed',
        ownerMend,
      );
    const found = await Promise.all(newest.map(({ bucket, path }) => files.find(bucket, path)));
    const missing = newest.filter((_, index) => found[index] === undefined);
    if (missing.length === 0) return ok('photos', newest.length === 0 ? 'there are none yet' : 'the newest are there');
    return error('photos', `${missing.length} of the newest ${newest.length} are missing`, placesMend);
  } finally {
    files.close();
  }
}

const ownerMend = 'Restart Lapau, and look into its log if it is still so.';

export const placesMend =
  'Photos are in LAPAU_DATA/files or in the bucket of S3_BUCKET. Set it as it was, or move them: see docs/operating.md.';
