import { readFileSync } from 'node:fs';

/** A second has so many ticks in the figures of /proc, on every Linux there is. */
const clockTicks = 100;

/** The seconds of processors that a process has used so far. */
export function processorSeconds(pid: number | undefined): number {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = fields.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) / clockTicks;
}
