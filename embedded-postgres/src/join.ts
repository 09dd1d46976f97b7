import { setTimeout as delay } from 'node:timers/promises';
import { findPackage } from './binaries.ts';
import { urlOf } from './cluster.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import type { Options } from './embedded.ts';
import { openFolder } from './folder.ts';
import { findServer } from './server.ts';
import { FolderInUse } from './start-error.ts';

/** How long the process that runs the server may take to start or stop it. */
const patienceMs = 60_000;
const pollIntervalMs = 50;

export type JoinedPostgres = {
  /** Connection string for pg, as startEmbeddedPostgres gives it. Holds a password. */
  url: string;
  /** Whether another process runs the server. When that process stops, the connections of this one end. */
  isShared: boolean;
  /** Stops the server if it was started, or adopted, here. Close the pools first. */
  leave: () => Promise<void>;
};

/**
 * Gives a program that is done soon the server on the data folder: the one that another process runs, or else one that is started
 * here, which keeps other processes from starting it until `leave`.
 * @param options.signal ends the waiting for another process; its reason is thrown
 * @throws as startEmbeddedPostgres; FolderInUse when the server of the other process is not ready after a minute
 */
export async function joinEmbeddedPostgres({
  signal,
  ...options
}: Options & { signal?: AbortSignal }): Promise<JoinedPostgres> {
  for (const begun = performance.now(); ;) {
    try {
      const own = await startEmbeddedPostgres(options);
      return { url: own.url, isShared: false, leave: own.stop };
    } catch (error) {
      if (!(error instanceof FolderInUse)) throw error;
      const url = findReady(options);
      if (url !== undefined) return { url, isShared: true, leave: async () => {} };
      if (performance.now() - begun > patienceMs) throw error;
    }
    await delay(pollIntervalMs, undefined, { signal });
  }
}

function findReady({ dataFolder, name, log }: Options): string | undefined {
  const folder = openFolder(dataFolder, name, findPackage().major, log);
  const server = findServer(folder);
  return server?.state === 'ready' ? urlOf(folder, server, name, name) : undefined;
}
