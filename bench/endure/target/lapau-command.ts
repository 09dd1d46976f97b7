import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { launcher } from '../../shared/product.ts';

export type Ended = { code: number | null; said: string; printed: string };

/** Runs `lapau` with a command as a process of its own. @param environment all of its settings */
export function runLapau(args: string[], environment: NodeJS.ProcessEnv) {
  const child = spawn('sh', [launcher, ...args], {
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const ended: Promise<Ended> = once(child, 'close').then(() => ({ code: child.exitCode, said, printed }));
  return {
    ended,
    /** Sends SIGKILL; a bundled PostgreSQL that the command started runs on. @returns whether the command was still running */
    kill: async (): Promise<boolean> => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      child.kill('SIGKILL');
      await ended;
      return isRunning;
    },
  };
}
