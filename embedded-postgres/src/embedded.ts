import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { findPackage, prepareBinaries } from './binaries.ts';
import { bringUp } from './bring-up.ts';
import { createCluster, urlOf } from './cluster.ts';
import { openFolder, sweep } from './folder.ts';
import { lockFolder } from './lock.ts';
import type { Log } from './log.ts';
import { chooseAddress, endServer, findServer } from './server.ts';
import type { Installation } from './server.ts';

export type EmbeddedPostgres = {
  /** Connection string for pg: database and role are called by the name given. Holds a password; keep it out of logs. */
  url: string;
  /** Whether the server was found running, left by a process that was killed. */
  adopted: boolean;
  /** Where the database is. */
  folder: string;
  /** Stops the server (fast shutdown) and gives the folder up. Close the pools first; calling it again is harmless. */
  stop: () => Promise<void>;
};

type Options = {
  /** Absolute path; the database goes into `postgres` in it. */
  dataFolder: string;
  /** Name of the role and the database, which are made where missing: a plain lower-case word. */
  name: string;
  log: Log;
  /** Settings in the words of postgresql.conf, over our own. */
  settings?: Record<string, string>;
};

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** A server that ran this long was not in a loop of crashes. */
const STEADY_MS = 60_000;

/**
 * Runs the PostgreSQL server that npm installed in the folder `postgres` of the data folder, made on the first start. A server left running by
 * a killed process is adopted; one that dies while we run is started again, and pools see only lost connections.
 * @throws PostgresStartError when the folder is in use, unusable or foreign, or PostgreSQL cannot run here
 */
export async function startEmbeddedPostgres({
  dataFolder,
  name,
  log,
  settings = {},
}: Options): Promise<EmbeddedPostgres> {
  const postgres = findPackage();
  const folder = openFolder(dataFolder, name, postgres.major, log);
  const unlock = lockFolder(folder.lock);
  try {
    const binaries = prepareBinaries(postgres, folder.root, folder.account, log);
    if (!findServer(folder)) sweep(folder, binaries.postgres);
    if (!existsSync(folder.data)) await createCluster(binaries, folder, settings.fsync !== 'off');
    return await supervise({ binaries, folder, settings }, log, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

async function supervise(installation: Installation, log: Log, unlock: () => void): Promise<EmbeddedPostgres> {
  const { folder } = installation;
  const stopping = new AbortController();
  const { signal } = stopping;
  const address = findServer(folder) ?? (await chooseAddress(folder));
  const bring = () => bringUp(installation, address, log, signal);

  async function bringBack(pause: number): Promise<Client | undefined> {
    for (let wait = pause; !signal.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
      try {
        await delay(wait, undefined, { signal });
        return (await bring()).client;
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'PostgreSQL could not be started again; trying on');
      }
    }
    return undefined;
  }

  /** One idle connection stays open: its end is how we learn that the server died, whoever started it. */
  async function keepRunning(first: Client): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    for (let watched: Client | undefined = first; watched;) {
      const since = performance.now();
      await once(watched, 'end', { signal }).catch(() => {});
      const closed = watched.end();
      if (signal.aborted) return; // a server that hangs would keep the connection, and us from stopping it
      await closed;
      log.error(`PostgreSQL went away; starting it again. Its own log is ${folder.log}`);
      if (performance.now() - since > STEADY_MS) pause = FIRST_PAUSE_MS;
      watched = await bringBack(pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      if (watched) log.warn('PostgreSQL is back');
    }
  }

  const { client, launched } = await bring().catch(async (error: unknown) => {
    await endServer(installation, log);
    throw error;
  });
  log.info(launched ? `PostgreSQL runs on ${folder.data}` : `PostgreSQL was still running on ${folder.data}: adopted`);
  const kept = keepRunning(client);

  async function stop(): Promise<void> {
    stopping.abort();
    await kept;
    await endServer(installation, log);
    unlock();
  }
  let stopped: Promise<void> | undefined;
  return {
    url: urlOf(folder, address, folder.name, folder.name),
    adopted: !launched,
    folder: folder.root,
    stop: () => (stopped ??= stop()),
  };
}
