import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { processorSeconds } from '../../shared/processor.ts';
import { nodeOptions, root } from '../../shared/product.ts';
import { secret } from '../data/data.ts';
import type { BareStatement } from './bare-route.ts';

/** A server of the bench in a process of its own. */
export type Program = {
  url: string;
  /** Resident memory in MB. */
  memory: () => number;
  /** CPU seconds since its start. */
  cpu: () => number;
  stop: () => Promise<void>;
};

/** Starts Lapau on the filled database, with an empty folder for files. @param more further variables of its environment */
export async function startLapauProgram(databaseUrl: string, more: NodeJS.ProcessEnv = {}): Promise<Program> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-files-'));
  const environment = { ...lapauEnvironment(databaseUrl, dataFolder), ...more };
  const program = await startProgram('lapau.ts', [], environment, nodeOptions());
  return {
    ...program,
    stop: async () => {
      await program.stop();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

export const lapauEnvironment = (databaseUrl: string, dataFolder: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PORT: '0',
  LAPAU_DATA: dataFolder,
  LAPAU_SECRET: secret,
  DATABASE_URL: databaseUrl,
  LOG_LEVEL: 'error',
});

export const startBareRoute = (databaseUrl: string, statements: Record<string, BareStatement>): Promise<Program> =>
  startProgram('bare-route.ts', [databaseUrl, JSON.stringify(statements)], { PATH: process.env['PATH'] });

export const startPushService = (): Promise<Program> =>
  startProgram('push-service.ts', [], { PATH: process.env['PATH'] });

/** Starts a program; if BENCH_PROFILE names a folder, the program's CPU profile is written there. */
async function startProgram(
  file: string,
  args: string[],
  env: NodeJS.ProcessEnv,
  options: string[] = [],
): Promise<Program> {
  const profile = process.env['BENCH_PROFILE'];
  const child = fork(path.join(import.meta.dirname, file), args, {
    env: { ...env, NODE_ENV: 'production' },
    cwd: root,
    execArgv: [...options, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profile)}`] : [])],
  });
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${file} ended before it was ready`);
    }),
  ])) as [{ url: string }];
  return {
    url: message.url,
    memory: () => {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
    },
    cpu: () => processorSeconds(child.pid),
    stop: async () => {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
