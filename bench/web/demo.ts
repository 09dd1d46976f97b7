import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makeDataFolder } from '../../server/src/testing/data-folder.ts';
import { launcher, root } from '../shared/product.ts';

/** The folder of the built web app. */
export const webFolder = path.join(root, 'web/dist');

export function buildWeb(): void {
  execFileSync(process.execPath, [path.join(root, 'node_modules/vite/bin/vite.js'), 'build'], {
    cwd: path.join(root, 'web'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

type Demo = { url: string; secondsToReady: number; stop: () => Promise<void> };

/** Runs `work` with a new data folder, which is removed afterwards. */
export async function withDataFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await makeDataFolder('lapau-bench-demo-');
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Starts the demo as `npm run demo` does; the web app has to be built. */
export async function startDemo(dataFolder: string): Promise<Demo> {
  const startedAt = performance.now();
  const server = spawn('sh', [launcher, 'demo'], {
    cwd: root,
    env: { PATH: process.env['PATH'], LAPAU_DATA: dataFolder, HOST: '127.0.0.1', PORT: '0', NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /^Lapau is ready: (\S+)/.exec(line)?.[1];
    if (!url) continue;
    server.stdout.resume();
    return {
      url,
      secondsToReady: (performance.now() - startedAt) / 1000,
      stop: async () => {
        server.kill('SIGTERM');
        if (server.exitCode === null) await once(server, 'exit');
      },
    };
  }
  throw new Error('the demo ended before it was ready');
}
