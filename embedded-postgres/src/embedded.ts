import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { findPackage, prepareBinaries } from './binaries.ts';
import { createCluster, urlOf } from './cluster.ts';
import { ensureRunning } from './ensure-running.ts';
import { openFolder, removeLeftovers } from './folder.ts';
import { lockFolder } from './lock.ts';
import type { Log } from './log.ts';
import { chooseAddress, endServer, findServer } from './server.ts';
import type { Installation } from './server.ts';

export type EmbeddedPostgres = {
  /** Connection string for pg: database and role are called by the name given. Holds a password; keep it out of logs. */
  url: string;
  /** Whether the server was already running, left by a process that was killed. */
  adopted: boolean;
  /** Where the database is. */
  folder: string;
  /** Stops the server (fast shutdown) and unlocks the folder. Close the pools first. Calling it again does nothing more. */
  stop: () => Promise<void>;
};

export type Options = {
  /** Absolute path; the database goes into `postgres` in it. */
  dataFolder: string;
  /** Name of the role and the database, which are made where missing: a plain lower-case word. */
  name: string;
  log: Log;
  /** Settings as in postgresql.conf; they override the defaults in server.ts. */
  settings?: Record<string, string>;
};

const minRestartDelayMs = 100;
const maxRestartDelayMs = 10_000;
/** A server that ran this long was not in a loop of crashes: the delay starts again from its minimum. */
const stableAfterMs = 60_000;

/**
 * Runs the PostgreSQL server that npm installed, on the folder `postgres` of the data folder, which the first start creates.
 * A server left running by a killed process is adopted: used as it is. One that ends while we run is started again; pools
 * only see lost connections.
 * @throws FolderInUse when another process runs it; PostgresStartError when the folder is unusable or not a database's, or
 *   PostgreSQL cannot run here
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
    if (!findServer(folder)) removeLeftovers(folder, binaries.postgres);
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
  const connect = () => ensureRunning(installation, address, log, signal);

  async function restart(firstDelayMs: number): Promise<Client | undefined> {
    for (let delayMs = firstDelayMs; !signal.aborted; delayMs = Math.min(delayMs * 2, maxRestartDelayMs)) {
      try {
        await delay(delayMs, undefined, { signal });
        return (await connect()).client;
      } catch (error) {
        if (!signal.aborted) log.error({ err: error }, 'PostgreSQL could not be started again; trying again');
      }
    }
    return undefined;
  }

  /** One idle connection stays open: it ends when the server does, also one that an earlier process started. */
  async function restartWhenLost(first: Client): Promise<void> {
    let delayMs = minRestartDelayMs;
    for (let watched: Client | undefined = first; watched;) {
      const since = performance.now();
      await once(watched, 'end', { signal }).catch(() => {});
      const closed = watched.end();
      if (signal.aborted) return; // waiting for `closed` would never end with a server that hangs, which is to be stopped
      await closed;
      log.error(`PostgreSQL ended unexpectedly; starting it again. Its own log is ${folder.log}`);
      if (performance.now() - since > stableAfterMs) delayMs = minRestartDelayMs;
      watched = await restart(delayMs);
      delayMs = Math.min(delayMs * 2, maxRestartDelayMs);
      if (watched) log.warn('PostgreSQL is back');
    }
  }

  const { client, launched } = await connect().catch(async (error: unknown) => {
    await endServer(installation, log);
    throw error;
  });
  log.info(launched ? `PostgreSQL runs on ${folder.data}` : `PostgreSQL was still running on ${folder.data}: adopted`);
  const supervision = restartWhenLost(client);

  async function stop(): Promise<void> {
    stopping.abort();
    await supervision;
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
