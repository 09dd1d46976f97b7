import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The bundled PostgreSQL that runs on a data folder (its postmaster.pid), or undefined when there is none. */
export function bundledDatabase(dataFolder: string): { pid: number; url: string } | undefined {
  const folder = path.join(dataFolder, 'postgres');
  try {
    const [pid, , , port, host = ''] = readFileSync(path.join(folder, 'data/postmaster.pid'), 'utf8').split('\n');
    const password = readFileSync(path.join(folder, 'password'), 'utf8').trim();
    return { pid: Number(pid), url: `postgres://lapau:${password}@${encodeURIComponent(host)}:${port}/lapau` };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
