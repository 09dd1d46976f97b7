import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { isAlive, processesOf } from '../../../server/src/testing/processes.ts';
import { until } from '../target/until.ts';
import { account } from './machines.ts';

/** A program of a machine, which a scenario may kill and start again. */
export type Program = {
  start: () => void;
  pid: () => number;
  /** Sends SIGKILL to the program and its children; returns when they have ended. */
  kill: () => Promise<void>;
  /** Sends SIGTERM, and SIGKILL if the program takes too long to end. */
  stop: () => Promise<void>;
};

const stopTimeoutMs = 20_000;

/** @param log the file to which the program's output is appended */
export function createProgram(command: string[], folder: string, log: string, env: NodeJS.ProcessEnv = {}): Program {
  const [program = '', ...args] = command;
  let child: ChildProcess | undefined;
  const pid = () => child?.pid ?? 0;
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  return {
    pid,
    start: () => {
      const output = openSync(log, 'a');
      child = spawn(program, args, {
        ...account,
        cwd: folder,
        env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8', ...env },
        stdio: ['ignore', output, output],
      });
      closeSync(output);
    },
    kill: () => killAll(processesOf(pid())),
    stop: async () => {
      const late = setTimeout(() => void end('SIGKILL'), stopTimeoutMs);
      await end('SIGTERM');
      clearTimeout(late);
    },
  };
}

export const signalAll = (pids: number[], signal: NodeJS.Signals): void => {
  for (const pid of pids) if (isAlive(pid)) process.kill(pid, signal);
};

/** Sends SIGKILL to the processes; returns when they have ended. */
export async function killAll(pids: number[]): Promise<void> {
  signalAll(pids, 'SIGKILL');
  await until('killed processes to end', () => !pids.some(isAlive), 10_000);
}
