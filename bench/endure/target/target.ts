import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import type { Db } from '../../../server/src/platform/database/database.ts';
import { createLog } from '../../../server/src/platform/log/log.ts';
import { buildMember, buildPost, buildSeller } from '../../../server/src/testing/builders.ts';
import { createClient } from '../../../server/src/testing/client.ts';
import type { Client } from '../../../server/src/testing/client.ts';
import { makeDataFolder } from '../../../server/src/testing/data-folder.ts';
import { inParallel } from '../../../server/src/testing/parallel.ts';
import { createLedger } from '../load/ledger.ts';
import type { Ledger } from '../load/ledger.ts';
import { giveUp, hasFailed } from '../report.ts';
import type { Outcome } from '../report.ts';
import { bundledDatabase } from './bundled-database.ts';
import { createLapauProcess } from './lapau-process.ts';
import type { LapauOptions, LapauProcess } from './lapau-process.ts';

/** Somebody who is signed in, with what they have written that their later writes refer to. */
export type Person = {
  id: string;
  token: string;
  cookie: string;
  isSeller: boolean;
  comments: { id: string; content: string }[];
  /** Paths of own photos that no post shows yet. */
  photos: string[];
  /** A conversation of theirs, with what they have written there, in order. */
  conversation?: { id: string; written: string[] };
};

/** A running Lapau that a scenario harms, with its people; the builders build on it too. */
export type Target = Client & {
  /** The process, or one of them where several stand behind one address. */
  lapau: LapauProcess;
  db: Db;
  platform: { secret: string; publicUrl: string };
  people: Person[];
  /** Ids of the posts there are. */
  posts: string[];
  ledger: Ledger;
  outcome: Outcome;
  /** Whether a photo is stored. @param file below the bucket of dishes */
  hasPhoto: (file: string) => Promise<boolean>;
};

type Options = Partial<LapauOptions> & {
  /** How many people there are; one in four is a seller. */
  people?: number;
};

const firstPosts = 10;

/**
 * Starts Lapau on a new folder and hands it to a scenario; stops it afterwards and removes the folder unless something was
 * wrong.
 * @param options.folder an empty folder to use instead, which is not removed
 */
export async function withTarget(
  outcome: Outcome,
  options: Options,
  use: (target: Target) => Promise<void>,
): Promise<void> {
  const folder = options.folder ?? (await makeDataFolder('lapau-endure-'));
  const secret = randomBytes(24).toString('hex');
  const lapau = await createLapauProcess({ ...options, folder, secret }, outcome);
  await lapau.start();
  const databaseUrl = options.databaseUrl ?? bundledDatabase(lapau.dataFolder)?.url;
  if (databaseUrl === undefined) throw new Error('a ready server has no database');
  try {
    await withPeople({ outcome, lapau, databaseUrl, secret, publicUrl: lapau.url, count: options.people ?? 40 }, use);
  } catch (error) {
    giveUp(outcome, error);
  } finally {
    await lapau.stop();
    if (hasFailed(outcome)) outcome.notes.push(`its folder is ${folder}`);
    else if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
  }
}

type Site = {
  outcome: Outcome;
  lapau: LapauProcess;
  databaseUrl: string;
  secret: string;
  /** The address to which people send their requests. */
  publicUrl: string;
  count: number;
};

/** Hands a Lapau that runs to a scenario, with people and their first posts. */
export async function withPeople(
  { outcome, lapau, databaseUrl, secret, publicUrl, count }: Site,
  use: (target: Target) => Promise<void>,
): Promise<void> {
  const database = openDatabase(databaseUrl, createLog('fatal'), 4);
  const site = { db: database.db, platform: { secret, publicUrl } };
  const sellers = Math.ceil(count / 4);
  const sampling = setInterval(() => sampleMemory(outcome, lapau.pid()), 500);
  try {
    const people = await inParallel(count, async (index): Promise<Person> => {
      const { id, token, cookie } = index < sellers ? await buildSeller(site) : await buildMember(site);
      return { id, token, cookie, isSeller: index < sellers, comments: [], photos: [] };
    });
    const posts = await inParallel(firstPosts, async (index) => {
      const { id } = await buildPost(site, { user_id: people[index % sellers]?.id ?? '' });
      return id;
    });
    const hasPhoto = async (file: string) => existsSync(path.join(lapau.dataFolder, 'files/posts', file));
    await use({ ...createClient(publicUrl), ...site, lapau, people, posts, ledger: createLedger(), outcome, hasPhoto });
  } finally {
    clearInterval(sampling);
    await database.close();
  }
}

function sampleMemory({ memory }: Outcome, pid: number): void {
  let status: string;
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return; // the process is being started again
  }
  const resident = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  if (resident === 0) return;
  memory.before ||= resident;
  memory.peak = Math.max(memory.peak, resident);
  memory.after = resident;
}
