import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../platform/database/database.ts';
import type { Db } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { createClient } from './client.ts';
import type { Client } from './client.ts';
import { makeDataFolder } from './data-folder.ts';
import { plainPicture } from './pictures.ts';

/** A running server in a process of its own; the builders build on it too. */
export type Lapau = Client & {
  url: string;
  pid: number;
  dataFolder: string;
  storePicture: (path: string) => Promise<void>;
  db: Db;
  platform: { secret: string; publicUrl: string };
  /** What the server has printed so far. */
  printed: () => string;
  /** Kills the server with SIGKILL. Its data folder stays, for the next one. */
  kill: () => Promise<void>;
  /** Stops the server and removes its data folder. */
  stop: () => Promise<void>;
};

type Started = { url: string; secret: string; publicUrl: string; databaseUrl: string };

/**
 * Starts story-server.ts and opens a connection to its database.
 * @param dataFolder the folder of a killed server; a new one unless given
 * @param given.databaseUrl the bundled PostgreSQL unless given
 * @param given.port any free one unless given
 * @param given.webFolder the folder of another release of the web app; web/dist unless given
 * @param given.pushTimeoutMs how long a push service may take to answer
 * @param given.environment further variables of the configuration
 */
export async function startLapauProcess(
  dataFolder?: string,
  given: {
    databaseUrl?: string;
    port?: string;
    webFolder?: string;
    pushTimeoutMs?: number;
    environment?: NodeJS.ProcessEnv;
  } = {},
): Promise<Lapau> {
  const folder = dataFolder ?? (await makeDataFolder('lapau-stories-'));
  const server = fork(path.join(import.meta.dirname, 'story-server.ts'), [folder, given.port ?? '0'], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      ...given.environment,
      ...(given.databaseUrl && { DATABASE_URL: given.databaseUrl }),
      ...(given.webFolder && { STORY_WEB_FOLDER: given.webFolder }),
      ...(given.pushTimeoutMs && { STORY_PUSH_TIMEOUT_MS: String(given.pushTimeoutMs) }),
    },
  });
  let printed = '';
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const exit = once(server, 'exit');
  const started = await Promise.race([once(server, 'message'), exit.then(() => undefined)]);
  if (!started) throw new Error(`The server ended before it listened, with ${server.exitCode ?? server.signalCode}.`);
  const [{ url, secret, publicUrl, databaseUrl }] = started as [Started];
  const database = openDatabase(databaseUrl, createLog('error'), 2);
  return {
    url,
    pid: server.pid ?? 0,
    dataFolder: folder,
    storePicture: (name) => storePicture(path.join(folder, 'files/posts', name)),
    db: database.db,
    platform: { secret, publicUrl },
    printed: () => printed,
    ...createClient(url),
    kill: async () => {
      server.kill('SIGKILL');
      await exit;
      await database.close();
    },
    stop: async () => {
      await database.close();
      server.disconnect();
      await exit;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a picture as `name.webp` and its two smaller variants. */
async function storePicture(file: string): Promise<void> {
  const bytes = await plainPicture().webp().toBuffer();
  await mkdir(path.dirname(file), { recursive: true });
  for (const variant of ['.webp', '.640.webp', '.320.webp']) await writeFile(file.replace(/\.webp$/, variant), bytes);
}
