import { execFile, execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startEmbeddedPostgres } from '@lapau/embedded-postgres';
import pg from 'pg';
import { createLog } from '../platform/log/log.ts';
import { makeDataFolder } from './data-folder.ts';

/** A throw-away PostgreSQL without durability, for tests. */
type Engine = { url: string; stop: () => Promise<void> };

const fast = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '200',
  deadlock_timeout: '100ms',
  // a test's database cannot be dropped while its workers use it
  autovacuum: 'off',
};

/** An engine whose processes a test may kill: its supervisor starts it again. */
export type BundledEngine = Engine & {
  /** A superuser's connection string, to the database `postgres`. */
  superuserUrl: string;
  /** Process id of the server, whose children are its connections. */
  pid: () => number;
};

/** @param settings as in postgresql.conf; they override those of `fast` */
export async function startBundledEngine(
  settings: Record<string, string> = {},
  logLevel = 'warn',
): Promise<BundledEngine> {
  const folder = await makeDataFolder('lapau-pg18-');
  const server = await startEmbeddedPostgres({
    dataFolder: folder,
    name: 'lapau',
    log: createLog(logLevel),
    settings: { ...fast, ...settings },
  });
  const superuserUrl = new URL(server.url);
  superuserUrl.username = 'postgres';
  superuserUrl.pathname = '/postgres';
  return {
    url: server.url,
    superuserUrl: superuserUrl.href,
    pid: () => Number.parseInt(readFileSync(path.join(server.folder, 'data/postmaster.pid'), 'utf8'), 10),
    stop: async () => {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const debianBinaries = '/usr/lib/postgresql/15/bin';

/**
 * Debian's server, in place of an operator's own.
 * @param isStandby whether it follows a primary that it never finds, so that it takes no writes
 * @param own settings as in postgresql.conf
 */
export async function startDebianEngine({
  isStandby = false,
  own = {},
}: { isStandby?: boolean; own?: Record<string, string> } = {}): Promise<Engine> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-pg15-'));
  const account = process.getuid?.() === 0 ? idsOf('postgres') : undefined;
  if (account) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  await promisify(execFile)(
    `${debianBinaries}/initdb`,
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '-N'],
    { ...account, cwd: folder },
  );
  if (isStandby) writeFileSync(path.join(data, 'standby.signal'), '');
  const settings = { ...fast, listen_addresses: '', unix_socket_directories: folder, ...own };
  const server = spawn(
    `${debianBinaries}/postgres`,
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...account, cwd: folder, stdio: 'ignore' },
  );
  const at = own['port'] === undefined ? 'localhost' : `localhost:${own['port']}`;
  const url = `postgres://postgres@${at}/postgres?host=${encodeURIComponent(folder)}`;
  await waitUntilReady(server, url);
  return {
    url,
    stop: async () => {
      server.kill('SIGINT');
      if (server.exitCode === null) await once(server, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const idsOf = (user: string): { uid: number; gid: number } => ({
  uid: Number(execFileSync('id', ['-u', user], { encoding: 'utf8' })),
  gid: Number(execFileSync('id', ['-g', user], { encoding: 'utf8' })),
});

async function waitUntilReady(server: ChildProcess, url: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return await client.end();
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.detail === 'Hot standby mode is disabled.') return;
      if ((server.exitCode ?? server.signalCode) !== null || tries === 2_000) throw error;
      await delay(50);
    }
  }
}
