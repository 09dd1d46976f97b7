import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { launcher, root } from '../../shared/product.ts';
import { median } from '../../shared/rounds.ts';
import type { Row } from '../../shared/table.ts';
import { lapauEnvironment } from '../programs/start.ts';
import type { Bench } from './bench.ts';

/** Measures the time from the command to the first answer of /readyz, on existing data. */
export async function measureReady({ databaseUrl, rounds }: Bench): Promise<Row[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-ready-'));
  const start = () => secondsToReady({ ...lapauEnvironment(databaseUrl, folder), LOG_LEVEL: 'error' });
  await start(); // this start builds the web app if it is not built
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) seconds.push(await start());
  await rm(folder, { recursive: true, force: true });
  const measured = median(seconds);
  return [
    { what: 'ready on existing data', measured: `${measured.toFixed(2)} s`, budget: '<= 2 s', isMet: measured <= 2 },
  ];
}

async function secondsToReady(environment: NodeJS.ProcessEnv): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const server = spawn('sh', [launcher, 'start'], {
    cwd: root,
    env: { ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await isReady(`http://127.0.0.1:${port}/readyz`))) {
    if (server.exitCode !== null) throw new Error('the server ended before it was ready');
    await delay(5);
  }
  const seconds = (performance.now() - begun) / 1000;
  server.kill('SIGTERM');
  if (server.exitCode === null) await once(server, 'exit');
  return seconds;
}

const isReady = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
