import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { findFreePort } from './free-port.ts';

type Place = { folder: string; port: number };

/** Starts a proxy until the test ends. @returns its address */
async function start(
  program: string,
  args: (file: string, folder: string) => string[],
  configuration: (place: Place) => string[],
): Promise<string> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-proxy-'));
  const port = await findFreePort();
  const file = path.join(folder, 'proxy.conf');
  writeFileSync(file, `${configuration({ folder, port }).join('\n')}\n`);
  const proxy = spawn(program, args(file, folder), { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(proxy, 'exit');
  onTestFinished(async () => {
    proxy.kill('SIGTERM');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  });
  const end = Date.now() + 60_000;
  while (!(await isListening(port)))
    if (proxy.exitCode !== null || Date.now() > end) throw new Error(`${program} does not start`);
  return `http://127.0.0.1:${port}`;
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });

/** HAProxy before a server, with these rules. @returns its address */
export const startHaproxy = (url: string, ...rules: string[]): Promise<string> =>
  start(
    '/usr/sbin/haproxy',
    (file) => ['-db', '-q', '-f', file],
    ({ port }) => [
      'defaults',
      '  mode http',
      '  timeout connect 10s',
      '  timeout client 60s',
      '  timeout server 60s',
      '  timeout tunnel 60s',
      'listen lapau',
      `  bind 127.0.0.1:${port}`,
      ...rules.map((rule) => `  ${rule}`),
      `  server lapau ${new URL(url).host}`,
    ],
  );

/** nginx before a server, which has the name `upstream_of_lapau` too, with these lines in its `server`. @returns its address */
export const startNginx = (url: string, ...lines: string[]): Promise<string> =>
  start(
    '/usr/sbin/nginx',
    (file, folder) => ['-p', folder, '-c', file, '-e', path.join(folder, 'error.log')],
    ({ folder, port }) => [
      // Without a master nginx is one process, which stays root when root starts it.
      'daemon off;',
      'master_process off;',
      `pid ${folder}/nginx.pid;`,
      'events {}',
      'http {',
      '  access_log off;',
      ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `  ${kind}_temp_path ${folder}/${kind};`),
      `  proxy_cache_path ${folder}/cache keys_zone=kept:1m;`,
      `  upstream upstream_of_lapau { server ${new URL(url).host}; }`,
      '  server {',
      `    listen 127.0.0.1:${port};`,
      ...lines.map((line) => `    ${line}`),
      '  }',
      '}',
    ],
  );

/** Apache before a server, with these lines and the module of headers. @returns its address */
export const startApache = (...lines: string[]): Promise<string> =>
  start(
    '/usr/sbin/apache2',
    (file, folder) => ['-d', folder, '-f', file, '-DFOREGROUND'],
    ({ folder, port }) => [
      ...['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http'].map(
        (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
      ),
      'ServerName localhost',
      'User www-data',
      'Group www-data',
      `DefaultRuntimeDir ${folder}`,
      `PidFile ${folder}/apache.pid`,
      `ErrorLog ${folder}/error.log`,
      'StartServers 1',
      `Listen 127.0.0.1:${port}`,
      ...lines,
    ],
  );
