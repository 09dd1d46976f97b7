import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { readConfig } from '../../../server/src/platform/config/config.ts';
import { openFileStore } from '../../../server/src/platform/files/open-store.ts';
import type { FileStore } from '../../../server/src/platform/files/store.ts';
import { createLog } from '../../../server/src/platform/log/log.ts';
import { makeDataFolder } from '../../../server/src/testing/data-folder.ts';
import { startBundledEngine } from '../../../server/src/testing/engines.ts';
import { startObjectStorage } from '../../../server/src/testing/object-storage.ts';
import { hasFailed } from '../report.ts';
import type { Outcome } from '../report.ts';
import { buildInstallation, photosIn } from '../target/installation.ts';
import type { Installation } from '../target/installation.ts';
import { runLapau } from '../target/lapau-command.ts';
import { until } from '../target/until.ts';
import { backUpByFile, changeBytes } from './restore-checks.ts';
import type { Scenario } from './scenario.ts';

/**
 * Moves of the database and restores are killed at any moment, and somebody restores by every wrong road: into the database of a
 * killed move, into that of a killed restore, into a new one, each with the photos of the Lapau in use. That Lapau has to
 * lose nothing; a killed command has to be whole when it is run again; an old database, from which Lapau has moved away, may not be
 * used, not even where settings come from a file; and photos with changed bytes have to be named.
 */
export const restore: Scenario = async (outcome, { rounds = 3 }) => {
  const folder = await makeDataFolder('lapau-endure-');
  const engine = await startBundledEngine({ fsync: 'on', synchronous_commit: 'on' }, 'fatal');
  const storage = await startObjectStorage();
  const tally = { killed: 0, lostPhotos: 0, wrongRoads: 0, asked: 0, told: 0 };
  try {
    for (const place of ['folder', 'object storage']) {
      const inStorage = (prefix: string) => (place === 'folder' ? {} : { ...storage.environment, S3_PREFIX: prefix });
      const backup = path.join(folder, `${place}.tar`);
      const live = await buildInstallation(path.join(folder, place), inStorage('live'), backup, outcome);
      for (let round = 0; round < rounds; round += 1) {
        const name = `${place.slice(0, 6)}_${round}`;
        const target = (what: string) => makeDatabase(engine.superuserUrl, engine.url, `${name}_${what}`);
        const own = { LAPAU_DATA: path.join(folder, `data-${name}`), ...inStorage(name) };
        const site = { outcome, live, backup, tally };

        const moved = await target('moved');
        tally.killed += await killAtRandom(['move', '--to-database', moved], live.environment, moved);
        await tryRoad(site, 'the database of a killed move', moved);
        const restored = await target('restored');
        tally.killed += await killAtRandom(['restore', backup], { ...own, DATABASE_URL: restored }, restored);
        await tryRoad(site, 'the database of a killed restore', restored);
        await tryRoad(site, 'a new database', await target('new'));
        await tryRoad(site, 'its own database', undefined);

        await goOn(site, ['restore', backup], { ...own, DATABASE_URL: restored });
        await expectWhole(outcome, { ...own, DATABASE_URL: restored }, live.backedUp);
        await goOn(site, ['move', '--to-database', moved], live.environment);
        await expectRefused(outcome, live.environment);
        await expectWhole(outcome, { ...live.environment, DATABASE_URL: moved }, live.photos);
        await backUpByFile(outcome, { live, databaseUrl: moved, folder, posts: postsOf(live.photos) });
        await expectEnd(outcome, ['move', '--back'], live.environment);
        outcome.rounds += 1;
      }
      const { asked, told } = await changeBytes(outcome, live, folder);
      tally.asked += asked;
      tally.told += told;
      live.files.close();
    }
  } finally {
    await engine.stop();
    await storage.close();
  }
  outcome.notes.push(
    `${tally.killed} moves and restores were killed`,
    `of ${tally.wrongRoads} restores by wrong roads ${outcome.faults.filter((fault) => fault.includes('ended 0')).length} were done`,
    `${tally.lostPhotos} photos in use were lost`,
    `of ${tally.asked} commands ${tally.told} told of photos with other bytes`,
  );
  if (hasFailed(outcome)) outcome.notes.push(`its folder is ${folder}`);
  else await rm(folder, { recursive: true, force: true });
};

type Site = {
  outcome: Outcome;
  live: Installation;
  backup: string;
  tally: { lostPhotos: number; wrongRoads: number };
};

async function makeDatabase(superuserUrl: string, url: string, name: string): Promise<string> {
  await query(superuserUrl, `create database "${name}" owner lapau`);
  const made = new URL(url);
  made.pathname = `/${name}`;
  return made.href;
}

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

const markFound = `select from pg_class where oid = to_regclass('unfinished_restore')`;

/** Kills a command some time after it has marked its target, three times. @returns how often it was killed */
async function killAtRandom(args: string[], environment: NodeJS.ProcessEnv, databaseUrl: string): Promise<number> {
  for (let killed = 0; ; killed += 1) {
    const command = runLapau(args, environment);
    const isMarked = async () => (await query(databaseUrl, markFound)).length > 0;
    const ended = command.ended.then(() => true);
    await until('the mark', async () => (await isMarked()) || Promise.race([ended, delay(20, false)]), 120_000);
    // The mark of an earlier try is there at once, while the program still starts, so that later tries wait longer.
    await delay(randomInt(killed === 0 ? 600 : 1_500));
    const wasRunning = await command.kill();
    if (!(await isMarked())) throw new Error(`it had ended before it was killed: ${(await command.ended).said}`);
    if (killed === 2) return killed + Number(wasRunning);
  }
}

/** Restores into a database with the photos of the Lapau in use: that has to be refused, and to touch none of them. */
async function tryRoad(site: Site, road: string, databaseUrl: string | undefined): Promise<void> {
  const { outcome, live, backup, tally } = site;
  const environment = { ...live.environment, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) };
  const kept = await readAll(live.files, live.photos);
  const { code } = await runLapau(['restore', backup], environment).ended;
  tally.wrongRoads += 1;
  if (code === 0) outcome.faults.push(`a restore into ${road} with the photos in use ended 0`);
  const left = await readAll(live.files, live.photos);
  const lost = [...kept].filter(([name, content]) => !left.get(name)?.equals(content));
  outcome.lost += lost.length;
  tally.lostPhotos += lost.length;
  if (lost.length > 0)
    outcome.faults.push(`a restore into ${road} has removed ${lost.length} of ${kept.size} photos in use`);
  // The next road finds all photos again.
  for (const [name, content] of lost) await live.files.put(...split(name), content);
}

const split = (name: string): ['avatars' | 'posts', string] => {
  const [bucket, ...rest] = name.split('/');
  return [bucket === 'avatars' ? 'avatars' : 'posts', rest.join('/')];
};

async function readAll(files: FileStore, names: string[]): Promise<Map<string, Buffer>> {
  const read = new Map<string, Buffer>();
  for (const name of names) {
    const file = await files.read(...split(name));
    if (file) read.set(name, file.content);
  }
  return read;
}

/** Runs what was killed again; the server may still be ending the connection of the killed one. */
async function goOn({ outcome }: Site, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { code, said } = await runLapau(args, environment).ended;
    if (code === 0) return;
    if (!said.includes('under way') || attempt === 10) {
      outcome.faults.push(`after a kill, ${args[0]} ended ${code}: ${said.trim()}`);
      return;
    }
    await delay(500);
  }
}

async function expectEnd(outcome: Outcome, args: string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const { code, said } = await runLapau(args, environment).ended;
  if (code !== 0) outcome.faults.push(`${args.join(' ')} ended ${code}: ${said.trim().split('\n')[0]}`);
}

async function expectRefused(outcome: Outcome, environment: NodeJS.ProcessEnv): Promise<void> {
  const { code } = await runLapau(['verify'], environment).ended;
  if (code !== 1) outcome.faults.push('a database that was moved away from is used');
}

/** How many posts the photos belong to, as each post has one photo. */
const postsOf = (photos: string[]): number =>
  photos.filter((name) => /^posts\/.*\d-[0-9a-f]+\.webp$/.test(name)).length;

/** Notes a fault unless the restored Lapau has every post and every photo. */
async function expectWhole(
  outcome: Outcome,
  environment: NodeJS.ProcessEnv & { DATABASE_URL: string },
  photos: string[],
): Promise<void> {
  const files = await openFileStore(readConfig(environment, 'start'), createLog('fatal'));
  const found = new Set(await photosIn(files));
  files.close();
  const missing = photos.filter((name) => !found.has(name));
  if (missing.length > 0) outcome.faults.push(`after the same command again ${missing.length} photos are missing`);
  const expected = postsOf(photos);
  const counted = await query(environment.DATABASE_URL, 'select from posts').then(({ length }) => length, String);
  if (counted !== expected)
    outcome.faults.push(`after the same command again there are ${counted} posts, not ${expected}`);
}
