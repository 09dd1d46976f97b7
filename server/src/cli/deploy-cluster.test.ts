import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { request as requestSecurely } from 'node:https';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseEnv } from 'node:util';
import { errors } from '@lapau/contract/errors';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../platform/config/config.ts';
import { readEnvFile } from '../platform/config/read-env-file.ts';
import { openTrust } from '../platform/config/trust-proxy.ts';
import { configurationVariables } from '../testing/configuration-table.ts';

const root = path.join(import.meta.dirname, '../../..');
const cluster = path.join(root, 'deploy/cluster');
const read = (file: string) => readFileSync(path.join(cluster, file), 'utf8');
const secret = 'x'.repeat(32);

function makeFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Renders the configuration of machine 2 with every secret filled in. @returns the folder that stands for / */
function renderMachine(given: Record<string, string> = {}): string {
  const folder = makeFolder();
  const values = path.join(folder, 'values.env');
  const filledIn = Object.entries({ ...parseEnv(read('cluster.env')), ...given });
  writeFileSync(values, filledIn.map(([name, value]) => `${name}=${value || secret}\n`).join(''));
  const { status, stderr } = spawnSync('sh', [path.join(cluster, 'render.sh'), '2', folder, values], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  return folder;
}

const rendered = [
  'default/etcd',
  'patroni/lapau.yml',
  'haproxy/haproxy.cfg',
  'redis/redis.conf',
  'systemd/system/patroni@lapau.service.d/restart.conf',
  'lapau.env',
].map((file) => `etc/${file}`);

test('the cluster’s files are rendered; Lapau’s variables exist, are valid and name the folder of its unit', () => {
  const folder = renderMachine();
  for (const file of rendered) expect(readFileSync(path.join(folder, file), 'utf8')).not.toContain('${');
  const environment: NodeJS.ProcessEnv = { LAPAU_ENV_FILE: path.join(folder, 'etc/lapau.env') };
  const { taken = [] } = readEnvFile(environment) ?? {};
  expect([...taken].filter((name) => !configurationVariables.has(name))).toEqual([]);
  expect(openTrust(readConfig(environment, 'start'))).toBeUndefined();
  const unit = readFileSync(path.join(root, 'deploy/systemd/lapau.service'), 'utf8');
  expect(readConfig(environment, 'start')).toMatchObject({
    host: '10.0.0.2',
    dataFolder: `/var/lib/${/^StateDirectory=(.+)$/m.exec(unit)?.[1]}`,
    databaseUrl: `postgres://lapau:${secret}@127.0.0.1:5000/lapau`,
    redisUrl: `redis://:${secret}@10.0.0.1:6379`,
  });
});

test('a value that is missing or would break a file is refused', () => {
  const folder = makeFolder();
  const values = path.join(folder, 'values.env');
  const render = (lines: string) => {
    writeFileSync(values, lines);
    return spawnSync('sh', [path.join(cluster, 'render.sh'), '1', folder, values], { encoding: 'utf8' });
  };
  expect(render('NODE1=10.0.0.1\nLAPAU_PASSWORD=\n')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('does not set LAPAU_PASSWORD') as string,
  });
  expect(render(`NODE1=10.0.0.1\nLAPAU_PASSWORD=it's|\n`)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('LAPAU_PASSWORD in') as string,
  });
});

test('no two programs of a machine listen on one port, and the guide installs nothing else that takes HAProxy’s', () => {
  const folder = renderMachine();
  const files = rendered.map((file) => readFileSync(path.join(folder, file), 'utf8')).join('\n');
  const ports = [
    ...files.matchAll(/^\s*(?:bind \S*:|port |ETCD_LISTEN_\w+_URLS=\S+:|listen: \S+:)(\d+)/gm),
    ...read('README.md').matchAll(/--http-01-port (\d+)/g),
  ].map(([, port]) => Number(port));
  ports.push(readConfig(parseEnv(readFileSync(path.join(folder, 'etc/lapau.env'), 'utf8')), 'start').port);
  expect(ports.toSorted((one, other) => one - other)).toEqual([
    80, 443, 2379, 2380, 3000, 5000, 5432, 6379, 8008, 8402,
  ]);
  expect(/^apt-get install .*$/m.exec(read('README.md'))?.[0]).toMatch(/ haproxy /);
  expect(/^apt-get install .*$/m.exec(read('README.md'))?.[0]).not.toMatch(/caddy|nginx|apache/);
});

test('what the guide starts on one machine after the other waits for none of them', () => {
  const starts = read('README.md').match(/^systemctl .*\b(start|restart|now)\b.*$/gm) ?? [];
  const waiting = starts.filter((line) => /etcd|patroni/.test(line) && !line.includes('--no-block'));
  expect([starts.length > 3, waiting]).toEqual([true, []]);
});

const header = 'Cluster\tMember\tHost\tRole\tState';
const member = (role: string, state = 'running') => `lapau\tnode1\t10.0.0.1\t${role}\t${state}`;

test.each([
  { members: [], ready: 0, says: 'Patroni' },
  { members: [member('Replica', 'stopped')], ready: 0, says: 'a primary' },
  { members: [member('Leader'), member('Replica')], ready: 0, says: 'a standby that commits wait for' },
  { members: [member('Leader'), member('Sync Standby')], ready: 0, says: 'the third PostgreSQL' },
  { members: [member('Leader'), member('Sync Standby'), member('Replica')], ready: 1, says: 'the way to the primary' },
  { members: [member('Leader'), member('Sync Standby', 'streaming'), member('Replica')], ready: 0, says: undefined },
])('wait.sh gives up in time and says what it has waited for: $says', ({ members, ready, says }) => {
  const folder = makeFolder();
  const programs = {
    patronictl: members.length === 0 ? 'exit 1' : `cat <<'END'\n${[header, ...members].join('\n')}\nEND`,
    pg_isready: `exit ${ready}`,
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(path.join(folder, name), 0o755);
  }
  const env = { PATH: `${folder}:${process.env['PATH']}` };
  const { status, stderr } = spawnSync('sh', [path.join(cluster, 'wait.sh'), '0'], { env, encoding: 'utf8' });
  if (says === undefined) expect([status, stderr]).toEqual([0, '']);
  else expect([status, stderr]).toEqual([1, expect.stringContaining(`Given up waiting for ${says}`)]);
});

test('HAProxy answers for a Lapau that is not there as Lapau would', () => {
  const [head = '', body = ''] = read('not-ready.http').split('\r\n\r\n');
  const [status, message] = errors.not_ready;
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toEqual({ code: 'not_ready', message });
});

/** Starts HAProxy with the configuration of the cluster, whose three machines are addresses of this one. */
async function startHaproxy() {
  const network = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  const [second, third] = [`${network}.2`, `${network}.3`];
  const folder = renderMachine({ NODE1: `${network}.1`, NODE2: second, NODE3: third });
  const file = path.join(folder, 'etc/haproxy/haproxy.cfg');
  const certificate = /^openssl req .*$/m.exec(read('README.md'))?.[0].replaceAll('/etc/', `${folder}/etc/`) ?? '';
  execFileSync('sh', ['-c', certificate], { stdio: 'ignore' });
  const configuration = readFileSync(file, 'utf8')
    .replace('bind :80', `bind ${second}:8080`)
    .replace('bind :443', `bind ${second}:8443`)
    .replace('bind 127.0.0.1:', `bind ${second}:`)
    .replaceAll(/^ +(user|group) haproxy\n/gm, '')
    .replaceAll('/etc/haproxy', path.join(folder, 'etc/haproxy'));
  writeFileSync(file, configuration);
  const checked = spawnSync('/usr/sbin/haproxy', ['-c', '-f', file], { encoding: 'utf8' });
  expect(checked.stdout + checked.stderr).toBe('Configuration file is valid\n');
  // With -db HAProxy stays one process in the foreground, which ends with the test.
  const haproxy = spawn('/usr/sbin/haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    if (haproxy.kill('SIGKILL')) await once(haproxy, 'close');
  });
  return { second, third };
}

/** Serves on an address and a port, and answers with what it was asked. */
async function serve(host: string, port: number): Promise<void> {
  const server = createServer((asked, answer) => answer.end(JSON.stringify({ url: asked.url, ...asked.headers })));
  server.listen({ host, port });
  await once(server, 'listening');
  onTestFinished(() => server.close().closeAllConnections());
}

test('HAProxy ends TLS, names the person’s address and the request, and leads certbot’s question to the one that waits', async () => {
  const { second, third } = await startHaproxy();
  await serve(third, 3000);
  await serve(third, 8402);
  const ask = async (secure: boolean, url: string, headers = {}) => {
    const options = { host: second, headers: { host: 'lapau.example', ...headers }, timeout: 10_000 };
    const asked = secure
      ? requestSecurely({ ...options, port: 8443, path: url, rejectUnauthorized: false })
      : request({ ...options, port: 8080, path: url });
    asked.on('timeout', () => asked.destroy(new Error('no answer')));
    const [answer] = (await once(asked.end(), 'response')) as [IncomingMessage];
    return { status: answer.statusCode, location: answer.headers.location, body: await text(answer) };
  };
  await expect
    .poll(() => ask(true, '/healthz').catch(() => undefined), { timeout: 20_000 })
    .toMatchObject({ status: 200 });

  const forged = { 'x-forwarded-for': '203.0.113.9', 'x-request-id': 'chosen-by-client' };
  const page = JSON.parse((await ask(true, '/feed', forged)).body) as Record<string, string>;
  expect(page).toMatchObject({
    url: '/feed',
    'x-forwarded-for': expect.stringMatching(/^203\.0\.113\.9, 127\.\d/) as string,
  });
  expect(page['x-request-id']).toMatch(/^[\da-f-]{36}$/);

  expect(await ask(false, '/feed?a=1')).toMatchObject({ status: 308, location: 'https://lapau.example/feed?a=1' });
  for (let asked = 0; asked < 3; asked += 1) {
    const { status, body } = await ask(false, '/.well-known/acme-challenge/token');
    expect([status, JSON.parse(body)]).toMatchObject([200, { url: '/.well-known/acme-challenge/token' }]);
  }
});
