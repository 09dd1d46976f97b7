import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { nobody } from '../testing/nobody.ts';
import { isAlive, processesOf } from '../testing/processes.ts';
import { buildWeb } from './build-web.ts';

const root = path.join(import.meta.dirname, '../../..');
const [unit, settingsFile] = ['lapau.service', 'lapau.env'].map((name) =>
  readFileSync(path.join(root, 'deploy/systemd', name), 'utf8'),
) as [string, string];

/** The values of a setting of the unit, which here starts the program of this repository. */
const settings = (name: string): string[] =>
  [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) =>
    value.replace('/opt/lapau/node_modules/.bin/lapau', `/bin/sh ${root}/scripts/launch.sh`),
  );
const unitEnvironment = Object.fromEntries(settings('Environment').map((pair) => pair.split('=', 2))) as Record<
  string,
  string
>;

/** The user in place of the unit's `User=lapau`: root starts the service as somebody else who can read the program, if there is one. */
const serviceUser = nobody ?? {};

/** Compiled modules, so that each start but the first is quick. */
const cacheFolder = makeFolder();
afterAll(() => rmSync(cacheFolder, { recursive: true, force: true }));

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-service-'));
  if (nobody) chownSync(folder, nobody.uid, nobody.gid);
  return folder;
}

/** A folder for the service's data, and a port that is free. */
async function prepare() {
  const dataFolder = makeFolder();
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  const file = path.join(dataFolder, 'lapau.env');
  writeFileSync(file, settingsFile, { mode: 0o640 });
  if (nobody) chownSync(file, 0, nobody.gid);
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...unitEnvironment,
    LAPAU_ENV_FILE: file,
    NODE_COMPILE_CACHE: cacheFolder,
    LAPAU_DATA: path.join(dataFolder, 'data'),
    PORT: String(port),
  };
  return { dataFolder: env.LAPAU_DATA, port, env };
}

function start([program = '', ...args]: string[], env: NodeJS.ProcessEnv, options: object = serviceUser) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  onTestFinished(() => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    for (const pid of processesOf(child.pid ?? 0)) process.kill(pid, 'SIGKILL');
  });
  let output = '';
  const ready = Promise.withResolvers<void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('"msg":"ready"')) ready.resolve();
    });
  }
  const ended = once(child, 'close').then(() => child.exitCode ?? child.signalCode);
  void ended.then(() => ready.reject(new Error(`ended before it was ready:\n${output}`)));
  ready.promise.catch(() => {});
  return { child, ended, ready: ready.promise, output: () => output };
}

const execStart = () => settings('ExecStart')[0]?.split(' ') ?? [];

/** Connections that a server must not wait for when it stops: silent, used, half a header, half a body. */
async function openStalledConnections(port: number): Promise<void> {
  const host = `Host: 127.0.0.1:${port}\r\n`;
  const words = [
    '',
    `GET /healthz HTTP/1.1\r\n${host}\r\n`,
    `GET /healthz HTTP/1.1\r\nHost:`,
    `POST /rpc/get_app_settings HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 99\r\n\r\n{`,
    `GET /realtime HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n`,
  ];
  for (const sent of words.flatMap((one) => Array.from({ length: 20 }, () => one))) {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => {}); // the server cuts this connection
    socket.resume();
    await once(socket, 'connect');
    socket.write(sent);
    onTestFinished(() => void socket.destroy());
  }
}

beforeAll(() => buildWeb());

test.runIf(process.platform === 'linux')(
  'the unit: SIGTERM to Node alone ends everything whatever clients do; the data is for one user',
  async () => {
    expect([...settings('KillMode'), ...settings('StartLimitIntervalSec')]).toEqual(['mixed', '0']);
    const { dataFolder, port, env } = await prepare();
    const { child, ready, ended, output } = start(execStart(), env);
    await ready;
    expect(unitEnvironment).toMatchObject({ LAPAU_ENV_FILE: '/etc/lapau.env' });
    expect(output(), 'the settings of the file').toContain('"publicUrl":"https://lapau.example"');
    const processes = processesOf(child.pid ?? 0);
    expect(processes.length).toBeGreaterThan(3);
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).toMatch(/^node\0.*lapau\.ts\0start\0$/);
    for (const entry of ['.', ...readdirSync(dataFolder, { recursive: true, encoding: 'utf8' })]) {
      expect([entry, lstatSync(path.join(dataFolder, entry)).mode & 0o077]).toEqual([entry, 0]);
    }
    await openStalledConnections(port);
    child.kill('SIGTERM');
    expect(await ended, 'it is 1 when the stop took too long and was cut off').toBe(0);
    expect(processes.filter((pid) => isAlive(pid))).toEqual([]);
  },
);

test.runIf(process.platform === 'linux')(
  'SIGTERM to every process of the service also ends it, and it can be started again',
  async () => {
    const { env } = await prepare();
    const { child, ready, ended, output } = start(execStart(), { ...env, HOST: '0.0.0.0' });
    await ready;
    const processes = processesOf(child.pid ?? 0);
    for (const pid of processes) if (isAlive(pid)) process.kill(pid, 'SIGTERM');
    expect([await ended, output()]).toEqual([0, expect.not.stringContaining('Unhandled')]);
    expect(output()).toContain('TRUST_PROXY believes whoever connects, and HOST=0.0.0.0 lets others than the proxy');
    expect(processes.filter((pid) => isAlive(pid))).toEqual([]);
    const again = start(execStart(), env);
    await again.ready;
    again.child.kill('SIGHUP'); // the end of a terminal sends this signal
    expect(await again.ended).toBe(0);
    expect(again.output(), 'with the HOST of the file').not.toContain('TRUST_PROXY');
  },
);

async function startByNpm() {
  const { env, dataFolder } = await prepare();
  const npm = { ...env, PATH: process.env['PATH'], HOME: path.dirname(dataFolder) };
  const { child, ready, ended } = start(['npm', 'start'], npm);
  await ready;
  const processes = processesOf(child.pid ?? 0);
  onTestFinished(() => processes.filter(isAlive).forEach((pid) => process.kill(pid, 'SIGKILL')));
  return { child, ended, processes };
}

test('npm start forwards the signal, and ends when the server has ended', async () => {
  const { child, ended, processes } = await startByNpm();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(processes.filter((pid) => isAlive(pid))).toEqual([]);
});

test.runIf(process.platform === 'linux').each(['SIGHUP', 'SIGKILL'] as const)(
  'the server stops when npm start alone ends of %s',
  async (signal) => {
    const { child, processes } = await startByNpm();
    child.kill(signal);
    await expect.poll(() => processes.filter(isAlive)).toEqual([]);
  },
);

test('a port in use is reported before anything else is started, and the process ends', async () => {
  const { env, port, dataFolder } = await prepare();
  const other = net.createServer().listen(port, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { ended, output } = start(execStart(), env);
  expect(await ended).toBe(1);
  expect(output().trim()).toBe(`Port ${port} is in use. Stop what uses it, or set PORT.`);
  expect(existsSync(dataFolder)).toBe(false);
});

test.runIf(process.platform === 'linux')(
  'with port 0 the links that are made name the port that was taken',
  async () => {
    const { env } = await prepare();
    const { ready, output } = start(execStart(), { ...env, LAPAU_ENV_FILE: '', PORT: '0' });
    await ready;
    const [, url] = /"url":"([^"]+)"/.exec(output()) ?? [];
    expect(url).toMatch(/:[1-9]\d*$/);
    expect(output()).toContain(`${url}/login#admin=`);
  },
);
