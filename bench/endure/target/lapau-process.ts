import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive, processesOf } from '../../../server/src/testing/processes.ts';
import { launcher, nodeOptions, root } from '../../shared/product.ts';
import type { Outcome } from '../report.ts';
import { bundledDatabase } from './bundled-database.ts';
import { until } from './until.ts';

export type LapauProcess = {
  url: string;
  dataFolder: string;
  pid: () => number;
  /** All that it has printed so far. */
  log: () => string;
  /** Starts the program and returns when it is ready. */
  start: () => Promise<void>;
  /** Sends SIGKILL; returns when the process and its picture processes have ended. The bundled PostgreSQL runs on. */
  kill: () => Promise<void>;
  /** Sends SIGTERM; returns when the process has ended, and notes how long that took and which processes are left. */
  stop: () => Promise<void>;
};

export type LapauOptions = {
  /** Holds the data folder and the log. */
  folder: string;
  secret: string;
  /** The bundled PostgreSQL unless given. */
  databaseUrl?: string;
  /** Lifts the limits on requests, for scenarios in which a few people do what a thousand would. */
  isRoomy?: boolean;
  /** How far its clock is ahead of this machine's. */
  clockAheadMs?: number;
  /** A folder that it shares with another process; one of its own unless given. */
  dataFolder?: string;
  /** The folder of another release (release.ts). */
  program?: string;
  /** Further variables, which override the usual ones. */
  environment?: Record<string, string>;
};

const readyTimeoutMs = 120_000;
const stopTimeoutMs = 60_000;

/**
 * Runs Lapau as its service unit does (docs/operating.md): the launcher's process, started again when it ends unasked,
 * which counts as a death. Its standard output goes to lapau.log in the folder.
 */
export async function createLapauProcess(options: LapauOptions, outcome: Outcome): Promise<LapauProcess> {
  const dataFolder = options.dataFolder ?? path.join(options.folder, 'data');
  const logFile = path.join(options.folder, 'lapau.log');
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(await findFreePort()),
    LAPAU_DATA: dataFolder,
    LAPAU_SECRET: options.secret,
    TRUST_PROXY: 'true', // sign-ups come from many addresses
    ...(options.databaseUrl ? { DATABASE_URL: options.databaseUrl } : {}),
    ...(options.clockAheadMs !== undefined && {
      NODE_OPTIONS: `--import=${import.meta.resolve('./shift-clock.ts')}`,
      CLOCK_AHEAD_MS: String(options.clockAheadMs),
    }),
    ...options.environment,
  };
  const url = `http://${env.HOST}:${env.PORT}`;
  const cwd = options.program ?? root;
  const [program, ...args]: [string, ...string[]] = options.isRoomy
    ? [process.execPath, ...nodeOptions(), path.join(root, 'bench/server/programs/lapau.ts')]
    : ['sh', path.join(cwd, path.relative(root, launcher)), 'start'];
  const log = () => readFileSync(logFile, 'utf8');
  let child: ChildProcess;
  let expectsEnd = false;

  function launch(): void {
    const file = openSync(logFile, 'a');
    child = spawn(program, args, { cwd, env, stdio: ['ignore', file, file] });
    closeSync(file);
    expectsEnd = false;
    child.once('exit', (code, signal) => {
      if (expectsEnd) return;
      outcome.deaths += 1;
      const logged = log().slice(-2_000);
      outcome.faults.push(`the process ended unasked (${signal ?? code}); its log ends with\n${logged}`);
      setTimeout(launch, 1_000);
    });
  }

  const pid = () => child.pid ?? 0;
  const databaseProcesses = () => {
    const database = options.databaseUrl ? undefined : bundledDatabase(dataFolder);
    return database ? processesOf(database.pid) : [];
  };
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => undefined))?.status === 200;

  async function end(signal: 'SIGKILL' | 'SIGTERM', processes: number[]): Promise<void> {
    expectsEnd = true;
    const ended = once(child, 'exit');
    child.kill(signal);
    await Promise.race([ended, delay(stopTimeoutMs, undefined, { ref: false })]);
    if (isAlive(pid())) {
      outcome.faults.push(`the process had not ended ${stopTimeoutMs / 1000} s after ${signal}`);
      child.kill('SIGKILL');
      await ended;
    }
    const living = () => processes.filter(isAlive).length;
    await until('processes to end', () => living() === 0, 10_000).catch(() => (outcome.processesLeft += living()));
  }

  return {
    url,
    dataFolder,
    pid,
    log,
    start: async () => {
      launch();
      await until('the server to be ready', isReady, readyTimeoutMs);
    },
    kill: async () => {
      const database = new Set(databaseProcesses());
      await end(
        'SIGKILL',
        processesOf(pid()).filter((id) => !database.has(id)),
      );
    },
    stop: async () => {
      const processes = [...processesOf(pid()), ...databaseProcesses()];
      const begun = performance.now();
      const exit = once(child, 'exit').then(([code]) => {
        outcome.longestStopMs = Math.max(outcome.longestStopMs, performance.now() - begun);
        if (code !== 0) outcome.faults.push(`the process answered SIGTERM with exit code ${String(code)}`);
      });
      await end('SIGTERM', processes);
      await exit;
    },
  };
}

/** Finds a port that is free on every address of this machine. */
export async function findFreePort(): Promise<number> {
  const probe = net.createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}
