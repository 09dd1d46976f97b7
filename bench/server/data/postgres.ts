import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chown, cp, mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { fill, fingerprint } from './data.ts';
import type { Sizes } from './data.ts';

export const postgresBinaries = '/usr/lib/postgresql/15/bin';

type Postgres = { url: string; stop: () => Promise<void> };

/**
 * A filled database: DATABASE_URL's, or one of the bench's own.
 * @param environment the variables of a server of the bench's own, which is then started in any case
 */
export async function openFilled(sizes: Sizes, environment?: NodeJS.ProcessEnv): Promise<Postgres> {
  const given = process.env['DATABASE_URL'];
  if (given && !environment) {
    await fill(given, sizes);
    return { url: given, stop: async () => {} };
  }
  const template = await filledTemplate(sizes);
  const folder = await ownFolder();
  await cp(template, path.join(folder, 'data'), { recursive: true, preserveTimestamps: true });
  await chownAll(folder);
  const server = await start(folder, {}, environment);
  return {
    url: server.url,
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root: when this runs as root, PostgreSQL runs under Debian's account for it. */
const account =
  process.getuid?.() === 0
    ? { uid: Number(execFileSync('id', ['-u', 'postgres'])), gid: Number(execFileSync('id', ['-g', 'postgres'])) }
    : undefined;

const chownAll = async (folder: string) =>
  account && promisify(execFile)('chown', ['-R', `${account.uid}:${account.gid}`, folder]);

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-'));
  if (account) await chown(folder, account.uid, account.gid);
  return folder;
}

/** The folder of a stopped, filled server, made once and copied by every run. */
async function filledTemplate(sizes: Sizes): Promise<string> {
  const cache = path.join(os.tmpdir(), `lapau-bench-templates-${os.userInfo().username}`);
  const kind = Object.values(sizes).join('-');
  const template = path.join(cache, `${kind}.${await fingerprint(sizes)}`);
  if (existsSync(template)) return template;
  console.log(`Filling a database with ${sizes.posts} posts; later runs take a copy …`);
  await mkdir(cache, { recursive: true });
  for (const old of await readdir(cache)) {
    if (old.startsWith(`${kind}.`)) await rm(path.join(cache, old), { recursive: true });
  }
  const folder = await ownFolder();
  await promisify(execFile)(
    path.join(postgresBinaries, 'initdb'),
    ['-D', path.join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...account, cwd: folder },
  );
  const server = await start(folder, { fsync: 'off', max_wal_size: '8GB', work_mem: '256MB' });
  try {
    await fill(server.url, sizes);
    await server.stop();
    await rename(path.join(folder, 'data'), template);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return template;
}

/** Starts the server on `<folder>/data` with the settings PostgreSQL comes with, reachable by a socket in the folder. */
async function start(
  folder: string,
  more: Record<string, string> = {},
  environment: NodeJS.ProcessEnv = {},
): Promise<Postgres> {
  const settings = { ...more, listen_addresses: '', unix_socket_directories: folder, max_connections: '200' };
  const server = spawn(
    path.join(postgresBinaries, 'postgres'),
    [
      '-D',
      path.join(folder, 'data'),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    { ...account, cwd: folder, stdio: 'ignore', env: { ...process.env, ...environment } },
  );
  const url = `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`;
  await answering(url, () => server.exitCode !== null);
  return {
    url,
    stop: async () => {
      if (server.exitCode !== null) return;
      server.kill('SIGINT');
      await once(server, 'exit');
    },
  };
}

async function answering(url: string, hasEnded: () => boolean): Promise<void> {
  for (;;) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (hasEnded()) throw error;
      await delay(50);
    }
  }
}
