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
  /** Kills the server with SIGKILL, and waits until it has ended. */
  kill: () => Promise<void>;
  /** Starts the server again, empty, on the same port, and waits until it answers. */
  start: () => Promise<void>;
  /** Halts the server with SIGSTOP: the system still takes connections and commands for it, and nothing is answered. */
  freeze: () => void;
  resume: () => void;
  /** Sends a command by a connection of the test. */
  command: (name: string, ...args: string[]) => Promise<unknown>;
  stop: () => Promise<void>;
};

/** @param options further options of redis-server's command line */
export async function startTestValkey(options: string[] = []): Promise<TestValkey> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-valkey-'));
  const password = crypto.randomUUID();
  const port = await findFreePort();
  const url = `redis://:${password}@127.0.0.1:${port}`;
  const settings = ['--bind', '127.0.0.1', '--port', String(port), '--requirepass', password, '--save', ''];
  let server: ChildProcess;

  const command = async (name: string, ...args: string[]) => {
    const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
    client.on('error', () => {}); // the command fails too, with the reason
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
