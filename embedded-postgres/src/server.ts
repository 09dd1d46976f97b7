import { execFile, spawn, spawnSync } from 'node:child_process';
import { chownSync, closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { environment } from './cluster.ts';
import type { Address } from './cluster.ts';
import type { PostgresFolder } from './folder.ts';
import type { Log } from './log.ts';

/** What a server runs with. */
export type Installation = { binaries: Binaries; folder: PostgresFolder; settings: Record<string, string> };

/** A PostgreSQL server process that is alive on the folder. */
export type RunningServer = Address & { pid: number; state: 'starting' | 'ready' | 'stopping' };

const maxLogBytes = 1 << 20;
/** The operating system allows no longer path for a socket. */
const maxSocketPathBytes = process.platform === 'darwin' ? 103 : 107;

const defaults = {
  max_connections: '60',
  shared_buffers: '64MB',
  jit: 'off',
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // the application reports failed statements; their text and values are personal data and stay out of this log
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  // nothing replicates from or to an embedded server
  max_logical_replication_workers: '0',
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

/** The command line of a process; undefined where the system does not say. */
const commandOf = (pid: number): string | undefined => {
  if (process.platform === 'win32') return undefined;
  if (process.platform !== 'linux') {
    const { status, stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return status === 0 ? stdout : '';
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EACCES' ? undefined : '';
  }
};

/** Whether the process is the server of this folder. Its id alone does not say: after a crash another process may have it. */
const isServerOf = (pid: number, { data }: PostgresFolder): boolean =>
  isAlive(pid) && (commandOf(pid)?.includes(`-D ${data} `) ?? true);

/**
 * The server that is alive on the folder, whoever started it, by its postmaster.pid.
 * A postmaster.pid with the id of another program's process is removed: PostgreSQL would take that process for its own server
 * and never start.
 */
export function findServer(folder: PostgresFolder): RunningServer | undefined {
  const pidFile = path.join(folder.data, 'postmaster.pid');
  let lines: string[];
  try {
    lines = readFileSync(pidFile, 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const [pid, , , port, socket, listen, , status] = lines;
  if (!Number(pid)) return undefined;
  if (!isServerOf(Number(pid), folder)) {
    if (isAlive(Number(pid))) rmSync(pidFile, { force: true });
    return undefined;
  }
  return {
    pid: Number(pid),
    host: socket || listen || '127.0.0.1',
    port: Number(port),
    state: status?.startsWith('ready') ? 'ready' : status?.startsWith('stopping') ? 'stopping' : 'starting',
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** A socket in the folder; a loopback port where the platform has no sockets or the path is too long for one. */
export async function chooseAddress({ socket }: PostgresFolder): Promise<Address> {
  const fits = Buffer.byteLength(path.join(socket, '.s.PGSQL.5432')) <= maxSocketPathBytes;
  if (fits && process.platform !== 'win32') return { host: socket, port: 5432 };
  return { host: '127.0.0.1', port: await freePort() };
}

/** A server being started: whether its process has ended again, and what it wrote to its log since. */
export type Launch = { hasEnded: () => boolean; output: () => string };

/**
 * Starts the server; findServer must have found none. It gets a session of its own, so that neither a Ctrl-C in the terminal
 * nor a kill of this process ends it. Its log is a file, since a pipe would break when this process ends.
 */
export function launch({ binaries, folder, settings }: Installation, { host, port }: Address): Launch {
  const { account, socket } = folder;
  const usesSocket = host === socket;
  if (usesSocket) {
    mkdirSync(socket, { recursive: true, mode: 0o700 });
    if (account.uid !== undefined && account.gid !== undefined) chownSync(socket, account.uid, account.gid);
    // findServer has found no server, so the file is a leftover. PostgreSQL would refuse to start if any process, even a
    // zombie, had the id in it.
    rmSync(path.join(socket, `.s.PGSQL.${port}.lock`), { force: true });
  }
  const all = {
    ...defaults,
    cluster_name: folder.name, // ps shows this name for the processes
    ...settings,
    port: String(port),
    listen_addresses: usesSocket ? '' : host,
    unix_socket_directories: usesSocket ? `"${socket.replaceAll('"', '""')}"` : '',
    unix_socket_permissions: '0700',
  };
  const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  const log = openSync(folder.log, 'a', 0o600);
  if (fstatSync(log).size > maxLogBytes) ftruncateSync(log);
  const start = fstatSync(log).size;
  const child = spawn(binaries.postgres, ['-D', folder.data, ...options], {
    uid: account.uid,
    gid: account.gid,
    cwd: folder.root,
    env: environment(),
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();

  let failure: Error | undefined;
  let ended = false;
  child.once('exit', () => (ended = true));
  child.once('error', (error) => {
    failure = error;
    ended = true;
  });
  return {
    hasEnded: () => ended,
    output: () => failure?.message ?? readFileSync(folder.log).subarray(start).toString('utf8'),
  };
}

const pgCtlStop = ({ binaries, folder }: Installation, mode: 'fast' | 'immediate'): Promise<boolean> =>
  new Promise((resolve) => {
    const { uid, gid } = folder.account;
    execFile(
      binaries.pgCtl,
      ['stop', '-D', folder.data, '-m', mode, '-w', '-t', '60'],
      { uid, gid, cwd: folder.root, env: environment(), windowsHide: true },
      (error) => resolve(error === null),
    );
  });

/** Stops the server on the folder, if one runs, and waits until its process is gone. Its data is flushed. */
export async function endServer(installation: Installation, log: Log): Promise<void> {
  const { folder } = installation;
  const running = findServer(folder);
  if (!running) return;
  if (!(await pgCtlStop(installation, 'fast')) && isServerOf(running.pid, folder)) {
    log.error(
      'PostgreSQL did not stop in a minute and is being ended at once; the next start recovers from its journal',
    );
    await pgCtlStop(installation, 'immediate');
  }
  while (isServerOf(running.pid, folder)) await delay(10);
}
