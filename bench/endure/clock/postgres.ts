import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readlinkSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { startEmbeddedPostgres } from '@lapau/embedded-postgres';
import pg from 'pg';
import { createLog } from '../../../server/src/platform/log/log.ts';
import { makeDataFolder } from '../../../server/src/testing/data-folder.ts';
import { until } from '../target/until.ts';

export type ClockedPostgres = { url: string; restart: () => Promise<void>; stop: () => Promise<void> };

/**
 * Starts the bundled PostgreSQL with variables of the environment, which Lapau would not hand on to it. Its supervisor makes the
 * database and starts it once; then the same command is run again with the variables.
 */
export async function startClockedPostgres(environment: Record<string, string>): Promise<ClockedPostgres> {
  const folder = await makeDataFolder('lapau-endure-pg-');
  const embedded = await startEmbeddedPostgres({ dataFolder: folder, name: 'lapau', log: createLog('fatal') });
  const pid = Number.parseInt(readFileSync(path.join(embedded.folder, 'data/postmaster.pid'), 'utf8'), 10);
  const program = readlinkSync(`/proc/${pid}/exe`);
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(1, -1);
  const { uid, gid } = statSync(`/proc/${pid}`);
  await embedded.stop();
  const account = process.getuid?.() === 0 ? { uid, gid } : {};
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', ...environment };
  let server: ChildProcess | undefined;
  const start = async () => {
    const started = spawn(program, args, { ...account, cwd: embedded.folder, stdio: 'ignore', env });
    server = started;
    await until('PostgreSQL', () => answers(embedded.url, started), 60_000);
  };
  const end = async () => {
    if (!server || server.exitCode !== null) return;
    server.kill('SIGINT');
    await once(server, 'exit');
  };
  await start();
  return {
    url: embedded.url,
    restart: async () => {
      await end();
      await start();
    },
    stop: async () => {
      await end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function answers(connectionString: string, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`PostgreSQL has ended with ${server.exitCode}`);
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false; // it does not take connections yet
  }
}
