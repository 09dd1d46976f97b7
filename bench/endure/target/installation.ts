import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../../server/src/platform/config/config.ts';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import { openFileStore } from '../../../server/src/platform/files/open-store.ts';
import { photoNames } from '../../../server/src/platform/files/paths.ts';
import type { FileStore } from '../../../server/src/platform/files/store.ts';
import { createLog } from '../../../server/src/platform/log/log.ts';
import { buildPost, buildSeller } from '../../../server/src/testing/builders.ts';
import type { BuildTarget } from '../../../server/src/testing/builders.ts';
import { createClient } from '../../../server/src/testing/client.ts';
import type { Client } from '../../../server/src/testing/client.ts';
import { plainPicture, uploadTo } from '../../../server/src/testing/pictures.ts';
import type { Outcome } from '../report.ts';
import { bundledDatabase } from './bundled-database.ts';
import { runLapau } from './lapau-command.ts';
import { createLapauProcess } from './lapau-process.ts';

/** A Lapau with the bundled PostgreSQL that does not run. */
export type Installation = {
  /** Its settings. */
  environment: NodeJS.ProcessEnv;
  files: FileStore;
  /** The names of the photos of its posts and people, with their buckets. */
  photos: string[];
  /** The photos among these that the backup has. */
  backedUp: string[];
  /** The paths of two more photos in `posts`, which somebody has uploaded since the backup and which are on no post. */
  uploaded: string[];
};

const sellers = 5;
const postsEach = 20;

/**
 * Makes a Lapau with people, posts and stored photos, half of which are newer than its backup, and stops it.
 * @param place the variables of its object storage, if it has one
 */
export async function buildInstallation(
  folder: string,
  place: Record<string, string>,
  backup: string,
  outcome: Outcome,
): Promise<Installation> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const secret = randomBytes(24).toString('hex');
  const lapau = await createLapauProcess({ folder, secret, environment: place }, outcome);
  const environment = { LAPAU_DATA: lapau.dataFolder, ...place };
  const files = await openFileStore(readConfig(environment, 'start'), createLog('fatal'));
  let photos: string[] = [];
  let backedUp: string[] = [];
  let uploaded: string[] = [];
  await lapau.start();
  const database = openDatabase(bundledDatabase(lapau.dataFolder)?.url ?? '', createLog('fatal'), 4);
  try {
    const site = {
      db: database.db,
      platform: { secret, publicUrl: lapau.url },
      storePicture: async (name: string) => {
        const bucket = name.endsWith('_avatar.webp') ? 'avatars' : 'posts';
        for (const one of photoNames(name)) await files.put(bucket, one, randomBytes(20_000));
      },
    };
    await fill(site);
    backedUp = await photosIn(files);
    const { code, said } = await runLapau(['backup', backup], environment).ended;
    if (code !== 0) throw new Error(`the backup ended ${code}: ${said}`);
    await fill(site);
    photos = await photosIn(files);
    uploaded = await upload(site, createClient(lapau.url));
  } finally {
    await database.close();
    await lapau.stop();
  }
  return { environment, files, photos, backedUp, uploaded };
}

async function fill(site: BuildTarget): Promise<void> {
  for (let seller = 0; seller < sellers; seller += 1) {
    const { id } = await buildSeller(site);
    for (let post = 0; post < postsEach; post += 1) await buildPost(site, { user_id: id });
  }
}

/** Uploads two photos of a cook, which are on no post. */
async function upload(site: BuildTarget, client: Client): Promise<string[]> {
  const cook = await buildSeller(site);
  const paths: string[] = [];
  for (const color of ['#c63', '#36c']) {
    const photo = await plainPicture(1200, 900, color).jpeg().toBuffer();
    const { status, body } = await uploadTo(client, `posts/${cook.id}`, photo, cook);
    if (status !== 200) throw new Error(`an upload was answered ${status} ${body.code}`);
    paths.push(body.path);
  }
  return paths;
}

/** Lists the stored photos of both buckets, without the marks of unfinished restores. */
export async function photosIn(files: FileStore): Promise<string[]> {
  const listed = await Promise.all(
    (['avatars', 'posts'] as const).map(async (bucket) =>
      (await Array.fromAsync(files.list(bucket))).flat().map((name) => `${bucket}/${name}`),
    ),
  );
  return listed
    .flat()
    .filter((name) => /\.(webp|png|svg|ico)$/.test(path.basename(name)))
    .toSorted();
}
