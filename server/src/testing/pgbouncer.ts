import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeDataFolder } from './data-folder.ts';
import { findFreePort } from './free-port.ts';

export type PgBouncer = {
  /** The database's connection string, by way of PgBouncer. */
  url: string;
  stop: () => Promise<void>;
};

/**
 * Debian's PgBouncer in front of a bundled PostgreSQL, whose role signs in at both with the same password.
 * @param settings lines for its section [pgbouncer]
 * @param server other values with which it connects to PostgreSQL: dbname, password
 */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Record<string, string | number>,
  server: Record<string, string> = {},
): Promise<PgBouncer> {
  const target = new URL(databaseUrl);
  const socketFolder = decodeURIComponent(target.hostname);
  const [database, password] = [target.pathname.slice(1), decodeURIComponent(target.password)];
  const folder = await makeDataFolder('lapau-pgbouncer-');
  const users = path.join(folder, 'users.txt');
  await writeFile(users, `"${target.username}" "${password}"\n`);
  const port = await findFreePort();
  const toServer = {
    host: socketFolder,
    port: target.port,
    dbname: database,
    user: target.username,
    password,
    ...server,
  };
  const all = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'md5',
    auth_file: users,
    ...settings,
  };
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]\n${database} = ${linesOf(toServer, "='", "' ")}\n[pgbouncer]\n${linesOf(all, ' = ', '\n')}`,
  );
  // the socket of PostgreSQL is for its account alone, and PgBouncer does not run as root
  const { uid, gid } = statSync(socketFolder);
  const bouncer = spawn('pgbouncer', [file], { cwd: folder, uid, gid, stdio: 'ignore' });
  const ended = once(bouncer, 'exit');
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${port}`;
  await waitUntilListening(port, () => bouncer.exitCode ?? bouncer.signalCode);
  return {
    url: url.href,
    stop: async () => {
      bouncer.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const linesOf = (values: Record<string, string | number>, between: string, after: string): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}${between}${value}${after}`)
    .join('');

async function waitUntilListening(port: number, endOf: () => unknown): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const socket = net.connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch (error) {
      if (endOf() !== null || tries === 2_000) throw error;
      await delay(25);
    } finally {
      socket.destroy();
    }
  }
}
