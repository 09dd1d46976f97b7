import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { joinEmbeddedPostgres } from '@lapau/embedded-postgres/join';
import { readConfig } from '../platform/config/config.ts';
import type { Config } from '../platform/config/config.ts';
import { openLongConnection } from '../platform/database/long-connection.ts';
import { StartRefused } from '../platform/errors/start-refused.ts';
import { standardError } from '../platform/log/log-destination.ts';
import { createLog } from '../platform/log/log.ts';
import type { Log } from '../platform/log/log.ts';
import { embeddedRefusal } from '../platform/start/embedded-refusal.ts';
import { ensureReachable } from '../platform/start/wait-for-database.ts';
import { accountName } from '../platform/text/account-name.ts';
import { refuseUnusable } from '../platform/upgrade/marks.ts';

/** A Lapau of which a command uses the database, whether or not it runs. */
export type Installation = {
  config: Config;
  /** Lines on standard error, from 'warn' on unless LOG_LEVEL says otherwise: standard output is the command's. */
  log: Log;
  /** DATABASE_URL, or the bundled PostgreSQL's. Holds a password. */
  databaseUrl: string;
  /** Whether the bundled PostgreSQL was started for this command: then no other process of Lapau uses it. */
  isAlone: boolean;
  /** Ends the command: Ctrl-C, SIGTERM, a closed terminal. */
  signal: AbortSignal;
};

type Options = {
  /** Whether a data folder without a database gets a new, empty one. */
  mayCreate?: boolean;
  /** Whether the command also takes a database into which a restore or move has not ended, or that was moved away from. */
  evenIfUnusable?: boolean;
};

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** How long a command may take to end after a signal, before the database is taken from it. */
const endPatienceMs = 10_000;

/**
 * Runs a command on the database of this installation, as the environment names it: DATABASE_URL's, the bundled one that a running
 * Lapau uses, or the bundled one started for the command and stopped after it, however the command ends. While it is started for the
 * command, a start of Lapau is refused. The schema is left as it is: openPlatform migrates it.
 * @param environment process.env, which commands read and nobody else
 * @param use gets `signal` and ends soon after it; the database goes away then
 * @throws StartRefused when the configuration is wrong, the data folder is missing or another user's, or the database lets nobody in
 *   or may not be used (refuseUnusable), and after a signal; what `use` throws
 */
export async function withInstallation<Result>(
  environment: NodeJS.ProcessEnv,
  use: (installation: Installation) => Promise<Result>,
  { mayCreate = false, evenIfUnusable = false }: Options = {},
): Promise<Result> {
  const config = readConfig(environment, 'start');
  const log = createLog(environment['LOG_LEVEL'] ? config.logLevel : 'warn', standardError);
  refuseOtherOwner(config.dataFolder);
  const umask = process.umask(0o077); // whatever is made in the data folder is for this user alone
  const { signal, ignore } = listenForSignals();
  try {
    const database = await openDatabaseServer(config, log, mayCreate, signal);
    try {
      signal.throwIfAborted();
      await ensureReachable(database.url);
      if (!evenIfUnusable) await refuseDatabase(database.url);
      const isAlone = database.isAlone;
      return await untilAborted(use({ config, log, databaseUrl: database.url, isAlone, signal }), signal);
    } finally {
      await database.leave();
    }
  } finally {
    ignore();
    process.umask(umask);
  }
}

async function refuseDatabase(url: string): Promise<void> {
  const { db, close } = await openLongConnection(url);
  try {
    await refuseUnusable(db);
  } finally {
    await close();
  }
}

async function openDatabaseServer(config: Config, log: Log, mayCreate: boolean, signal: AbortSignal) {
  const { databaseUrl, dataFolder } = config;
  if (databaseUrl !== undefined) return { url: databaseUrl, isAlone: false, leave: async () => {} };
  if (!mayCreate && !existsSync(path.join(dataFolder, 'postgres/data'))) {
    throw new StartRefused(
      `There is no database in ${dataFolder}.\n` +
        'LAPAU_DATA names the data folder, DATABASE_URL a PostgreSQL server of your own; "lapau start" makes a new database.',
    );
  }
  try {
    const { url, isShared, leave } = await joinEmbeddedPostgres({ dataFolder, name: 'lapau', log, signal });
    return { url, isAlone: !isShared, leave };
  } catch (error) {
    signal.throwIfAborted();
    throw embeddedRefusal(error) ?? error;
  }
}

/**
 * Refuses everybody but the folder's owner. Root is refused too: the user who runs Lapau could not change what root makes there.
 * @throws StartRefused with the owner's name
 */
export function refuseOtherOwner(folder: string): void {
  const user = process.geteuid?.();
  if (user === undefined || !existsSync(folder)) return;
  const owner = statSync(folder).uid;
  if (owner === user) return;
  const name = accountName('user', owner);
  throw new StartRefused(
    `The data folder ${folder} belongs to the user ${name}.\nRun the command as that user: sudo -u '${name}' …`,
  );
}

function listenForSignals() {
  const stopping = new AbortController();
  const listeners = stopSignals.map((name) => {
    const listener = () => stopping.abort(new StartRefused(`Stopped by ${name}.`));
    process.on(name, listener);
    return { name, listener };
  });
  return {
    signal: stopping.signal,
    ignore: () => listeners.forEach(({ name, listener }) => process.off(name, listener)),
  };
}

/** Waits for the command's result. After a signal it waits `endPatienceMs` at most. */
async function untilAborted<Result>(command: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const cutOff = Promise.withResolvers<never>();
  const onAbort = () => {
    void delay(endPatienceMs, undefined, { ref: false }).then(() => cutOff.reject(signal.reason as Error));
  };
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([command, cutOff.promise]);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
