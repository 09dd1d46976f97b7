import { readdirSync, readFileSync } from 'node:fs';

/** A process and all its descendants, itself first; without /proc only the process. */
export function processesOf(pid: number): number[] {
  if (process.platform !== 'linux') return [pid];
  const parents = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => [Number(entry), statOf(entry)?.parent]);
  const found = [pid];
  for (const id of found) found.push(...parents.flatMap(([child = 0, parent]) => (parent === id ? [child] : [])));
  return found;
}

/** False for a process that has ended, also for a zombie. Without /proc it is always false. */
export const isAlive = (pid: number): boolean => (statOf(pid)?.state ?? 'Z') !== 'Z';

function statOf(pid: number | string): { state: string; parent: number } | undefined {
  try {
    const [, state = '', parent] = /\) (\S) (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return undefined; // it has ended
  }
}
