import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { postgresBinaries } from '../data/postgres.ts';

/** Each connection plans the statement first; on two slow cores 64 of them have done nothing else after two seconds. */
const leastSecondsPerConnection = 1 / 8;

/**
 * Runs a pgbench script with prepared statements, for longer than it was told if there are many connections.
 * @returns transactions a second
 */
export async function pgbench(
  databaseUrl: string,
  script: string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-pgbench-'));
  try {
    const file = path.join(folder, 'script.sql');
    await writeFile(file, script);
    const duration = Math.ceil(Math.max(seconds, connections * leastSecondsPerConnection));
    const options = ['-n', '-M', 'prepared', '-c', String(connections), '-T', String(duration), '-f', file];
    const { stdout } = await promisify(execFile)(path.join(postgresBinaries, 'pgbench'), [...options, databaseUrl]);
    const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    if (!(rate > 0)) throw new Error(`pgbench measured nothing:\n${stdout}`);
    return rate;
  } finally {
    await rm(folder, { recursive: true });
  }
}
