import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { noteBackup } from './platform/backup/last-backup.ts';
import { startBundledEngine } from './testing/engines.ts';
import { findFreePort } from './testing/free-port.ts';
import { startTestServer } from './testing/server.ts';

const folder = path.join(import.meta.dirname, '../../deploy/prometheus');

test('the alert rules tell what they are for, and nothing of a process that works', () => {
  expect(execFileSync('promtool', ['test', 'rules', 'alerts.test.yaml'], { cwd: folder, encoding: 'utf8' })).toContain(
    'SUCCESS',
  );
  const example = execFileSync('promtool', ['check', 'config', '--syntax-only', 'prometheus.yaml'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(example).toContain('SUCCESS');
});

test('every metric of the rules is one that Lapau has, and promtool has nothing to say about any', async () => {
  const server = await startTestServer();
  await server.request('/');
  await noteBackup(server.db, new Date().toISOString());
  const measured = await (await server.request('/metrics')).text();
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: measured, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
  const rules = await readFile(path.join(folder, 'alerts.yaml'), 'utf8');
  const names = new Set(rules.match(/\b(?:lapau|process)_[a-z_]+/g));
  expect(names.size).toBeGreaterThan(8);
  for (const name of names) expect(measured).toMatch(new RegExp(`^${name}(?:\\{| )`, 'm'));
});

type Answer<Data> = { data: Data };
type Targets = { activeTargets: { health: string; lastError: string }[] };
type Alerts = { alerts: { state: string; labels: { alertname: string } }[] };

test('Prometheus reads a process by its token, and tells that its database is gone', async () => {
  const engine = await startBundledEngine({}, 'fatal');
  onTestFinished(engine.stop);
  const token = 'a-token-of-at-least-32-characters';
  const server = await startTestServer({ databaseUrl: engine.url, logLevel: 'fatal', metricsToken: token });
  const ask = await startPrometheus(server.url, token);
  await expect.poll(async () => (await ask<Targets>('targets')).activeTargets).toMatchObject([{ health: 'up' }]);
  const firing = async () =>
    (await ask<Alerts>('alerts')).alerts
      .filter(({ state }) => state === 'firing')
      .map(({ labels }) => labels.alertname);
  expect(await firing()).toEqual([]);

  const superuser = new pg.Client(engine.superuserUrl);
  await superuser.connect();
  await superuser.query('alter role lapau nologin');
  await superuser.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'lapau'");
  await expect.poll(firing).toContain('LapauDatabaseDown');
  await superuser.query('alter role lapau login');
  await superuser.end();
  await expect.poll(firing).not.toContain('LapauDatabaseDown');
});

/**
 * Starts Debian's Prometheus with the rules and the example of `deploy/prometheus/`, in which seconds take the place of minutes.
 * @returns a function that asks its API
 */
async function startPrometheus(url: string, token: string) {
  const own = await mkdtemp(path.join(os.tmpdir(), 'lapau-prometheus-'));
  onTestFinished(() => rm(own, { recursive: true, force: true }));
  const rules = await readFile(path.join(folder, 'alerts.yaml'), 'utf8');
  const config = await readFile(path.join(folder, 'prometheus.yaml'), 'utf8');
  const tokenFile = path.join(own, 'token');
  await writeFile(tokenFile, token);
  await writeFile(path.join(own, 'alerts.yaml'), rules.replaceAll(/for: \d+m/g, 'for: 1s'));
  await writeFile(
    path.join(own, 'prometheus.yaml'),
    config
      .replaceAll('15s', '1s')
      .replace('/etc/prometheus/lapau-token', tokenFile)
      .replace('127.0.0.1:3000', new URL(url).host),
  );
  const address = `127.0.0.1:${await findFreePort()}`;
  const prometheus = spawn(
    'prometheus',
    [
      `--config.file=${path.join(own, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${path.join(own, 'data')}`,
      `--web.listen-address=${address}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(prometheus, 'exit');
  onTestFinished(async () => {
    prometheus.kill('SIGKILL');
    await ended;
  });
  await expect.poll(async () => (await fetch(`http://${address}/-/ready`)).status).toBe(200);
  return async <Data>(what: string): Promise<Data> =>
    ((await (await fetch(`http://${address}/api/v1/${what}`)).json()) as Answer<Data>).data;
}
