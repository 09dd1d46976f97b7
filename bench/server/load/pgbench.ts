import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { postgresBinaries } from '../data/postgres.ts';

/**
 * Runs a pgbench script with prepared statements.
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
    const options = ['-n', '-M', 'prepared', '-c', String(connections), '-T', String(seconds), '-f', file];
    const { stdout } = await promisify(execFile)(path.join(postgresBinaries, 'pgbench'), [...options, databaseUrl]);
    const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
    if (!(rate > 0)) throw new Error(`pgbench measured nothing:\n${stdout}`);
    return rate;
  } finally {
    await rm(folder, { recursive: true });
  }
}
