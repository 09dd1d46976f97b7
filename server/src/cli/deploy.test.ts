import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { errors } from '@lapau/contract/errors';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { readEnvFile } from '../platform/read-env-file.ts';
import { openTrust } from '../platform/trust-proxy.ts';

const root = path.join(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The variables that README's table of the configuration has. */
const known = new Set(
  [...read('README.md').matchAll(/^\| (`[A-Z].*?) +\|/gm)].flatMap(
    ([, names = '']) => names.match(/[A-Z][A-Z\d_]+/g) ?? [],
  ),
);

/** Fills a template of variables in, those that have no value with `x` as often as a secret is long. */
const filledIn = (template: string) =>
  parseEnv(template.replaceAll(/^([A-Z_\d]+)=$/gm, (_line, name: string) => `${name}=${'x'.repeat(32)}`));

test('the cluster’s variables of Lapau are rendered, exist and are valid', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const values = path.join(folder, 'values.env');
  const lines = Object.entries(filledIn(read('deploy/cluster/cluster.env')));
  writeFileSync(values, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
  const script = path.join(root, 'deploy/cluster/render.sh');
  const { status, stderr } = spawnSync('sh', [script, '2', folder, values], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
  const files = ['default/etcd', 'patroni/lapau.yml', 'haproxy/haproxy.cfg', 'redis/redis.conf', 'lapau.env'];
  for (const file of files) expect(readFileSync(path.join(folder, 'etc', file), 'utf8')).not.toContain('${');
  const environment: NodeJS.ProcessEnv = { LAPAU_ENV_FILE: path.join(folder, 'etc/lapau.env') };
  expect([...(readEnvFile(environment)?.taken ?? [])].filter((name) => !known.has(name))).toEqual([]);
  expect(openTrust(readConfig(environment, 'start'))).toBeUndefined();
  expect(readConfig(environment, 'start')).toMatchObject({
    host: '10.0.0.2',
    databaseUrl: `postgres://lapau:${'x'.repeat(32)}@127.0.0.1:5000/lapau`,
    redisUrl: `redis://:${'x'.repeat(32)}@10.0.0.1:6379`,
  });
});

test('a value that is missing or would break a file is refused', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'lapau-deploy-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const values = path.join(folder, 'values.env');
  const render = (text: string) => {
    writeFileSync(values, text);
    return spawnSync('sh', [path.join(root, 'deploy/cluster/render.sh'), '1', folder, values], { encoding: 'utf8' });
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

test('the containers’ variables of Lapau exist and are valid', () => {
  const values = filledIn(read('deploy/compose.env'));
  const block = /^x-lapau:.*?^ {2}environment:\n(.*?)\n\n/ms.exec(read('deploy/compose.yaml'))?.[1] ?? '';
  const environment = Object.fromEntries(
    [...block.matchAll(/^ {4}([A-Z_\d]+): (.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/\$\{(\w+):[?-]\}/g, (_reference, variable: string) =>
        variable.startsWith('SMTP') || variable.startsWith('MAIL') ? '' : String(values[variable]),
      ),
    ]),
  );
  expect(Object.keys(environment).length).toBe(block.split('\n').length);
  expect(Object.keys(environment).filter((name) => !known.has(name))).toEqual([]);
  expect(openTrust(readConfig(environment, 'start'))).toBeUndefined();
  expect(readConfig(environment, 'start')).toMatchObject({
    publicUrl: 'https://lapau.example',
    databaseUrl: `postgres://lapau:${'x'.repeat(32)}@postgres/lapau`,
    s3: { bucket: 'lapau' },
  });
});

const services = ['lapau', 'lapau@', 'lapau-backup', 'lapau-backup-check'].map((name) => `${name}.service`);

test('all services of the release are shut off in the same way', () => {
  const shut = services.map((unit) =>
    read(`deploy/systemd/${unit}`)
      .match(/^# What Lapau does not need[^[]*/m)?.[0]
      ?.trim(),
  );
  expect(shut[0]).toContain('NoNewPrivileges=true');
  expect(new Set(shut).size).toBe(1);
});

test('HAProxy answers for a Lapau that is not there as Lapau would', () => {
  const [head = '', body = ''] = read('deploy/cluster/not-ready.http').split('\r\n\r\n');
  const [status, message] = errors.not_ready;
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
  expect(JSON.parse(body)).toEqual({ code: 'not_ready', message });
});
