import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openDatabase } from '../platform/database.ts';
import type { Db } from '../platform/database.ts';
import { createLog } from '../platform/log.ts';

/** A running server in a process of its own; the builders build on it too. */
export type Lapau = {
  url: string;
  dataFolder: string;
  db: Db;
  platform: { secret: string };
  stop: () => Promise<void>;
};

type Started = { url: string; dataFolder: string; secret: string; databaseUrl: string };

/** Starts story-server.ts and opens its database beside it. */
export async function startLapauProcess(): Promise<Lapau> {
  const server = fork(path.join(import.meta.dirname, 'story-server.ts'), { stdio: 'inherit' });
  const [{ url, dataFolder, secret, databaseUrl }] = (await once(server, 'message')) as [Started];
  const database = openDatabase(databaseUrl, createLog('error'), 2);
  return {
    url,
    dataFolder,
    db: database.db,
    platform: { secret },
    stop: async () => {
      await database.close();
      server.disconnect();
      await once(server, 'exit');
    },
  };
}
