import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFreePort } from '../../server/src/testing/free-port.ts';

/** What a proxy does with sockets: it lets them through, or does what proxies of offices do, by HAProxy's rules. */
const socketRules = {
  passed: '',
  refused: 'http-request deny deny_status 403 if { hdr(upgrade) -i websocket }',
  answered: 'http-request return status 200 content-type text/html string "Proxy" if { hdr(upgrade) -i websocket }',
  cut: 'timeout tunnel 1s',
} as const;

export type SocketRule = keyof typeof socketRules;

export type Haproxy = Awaited<ReturnType<typeof startHaproxy>>;

/** A HAProxy before a Lapau. */
export async function startHaproxy(url: string, rule: SocketRule) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lapau-haproxy-'));
  const port = await findFreePort();
  let stop = await run(rule);
  return {
    url: `http://127.0.0.1:${port}`,
    /** Does something else with sockets from now on, as when a phone comes into another network. */
    change: async (next: SocketRule) => {
      await stop();
      stop = await run(next);
    },
    stop: async () => {
      await stop();
      rmSync(folder, { recursive: true });
    },
  };

  async function run(current: SocketRule) {
    const file = path.join(folder, 'haproxy.cfg');
    writeFileSync(
      file,
      `defaults
  mode http
  timeout connect 10s
  timeout client 60s
  timeout server 60s
listen lapau
  bind 127.0.0.1:${port}
  ${socketRules[current]}
  server lapau ${new URL(url).host}
`,
    );
    const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-q', '-f', file], { stdio: 'ignore' });
    const exited = once(haproxy, 'exit');
    const end = Date.now() + 20_000;
    while (!(await isListening(port)))
      if (haproxy.exitCode !== null || Date.now() > end) throw new Error('HAProxy does not start');
    return async () => {
      haproxy.kill('SIGTERM');
      await exited;
    };
  }
}

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
