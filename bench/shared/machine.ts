import { spawnSync } from 'node:child_process';
import os from 'node:os';

/** The machine and the programs that were measured, on one line. */
export function machine(programs: string[]): string {
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GB`;
  const cores = `${os.availableParallelism()} cores of ${os.cpus()[0]?.model.trim() ?? os.arch()}`;
  return [cores, memory, `Node ${process.versions.node}`, ...programs].join(', ');
}

/** The first line of a program's version output. Its exit code is ignored: wrk prints its version and fails. */
export function versionOf(program: string, ...args: string[]): string {
  const { stdout, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (error) throw error;
  return stdout.split('\n', 1)[0] ?? '';
}
