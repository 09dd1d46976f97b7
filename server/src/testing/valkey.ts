import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { findFreePort } from './free-port.ts';

/** A Debian redis-server of a test, with nothing on disk. */
export type TestValkey = {
  url: string;
  /** SIGKILL; returns when it has ended. */
  kill: () => Promise<void>;
  /** Starts it again, empty, on the same port; returns when it answers. */
  start: () => Promise<void>;
  /** SIGSTOP: it takes connections and commands, and answers nothing. */
  freeze: () => void;
  resume: () => void;
  /** A command of the test's own. */
  command: (name: string, ...args: string[]) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** @param options further ones of redis-server's command line */
export async function startTestValkey(options: string[] = []): Promise<TestValkey> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-valkey-'));
  const password = crypto.randomUUID();
  const port = await findFreePort();
  const url = `redis://:${password}@127.0.0.1:${port}`;
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--requirepass', password, '--save', ''];
  let server: ChildProcess;

  const command = async (name: string, ...args: string[]) => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => {}); // the command fails too, and says why
    try {
      await client.connect();
      return await client.call(name, ...args);
    } finally {
      client.disconnect();
    }
  };
  const start = async () => {
    server = spawn('redis-server', [...settings, ...options], { cwd: folder, stdio: 'ignore' });
    for (let tries = 0; ; tries += 1) {
      try {
        return void (await command('PING'));
      } catch (error) {
        if ((server.exitCode ?? server.signalCode) !== null || tries === 4_000) throw error;
        await delay(25);
      }
    }
  };
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  };

  await start();
  return {
    url,
    kill,
    start,
    freeze: () => void server.kill('SIGSTOP'),
    resume: () => void server.kill('SIGCONT'),
    command,
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
