import { megabytes } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import type { Program } from '../programs/start.ts';

/** Watches a server's resident memory until it is stopped. */
export function watchMemory(server: Program): { rows: () => Row[]; stop: () => void } {
  const idle = server.memory();
  let peak = idle;
  const timer = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 200);
  const rows = () => {
    const after = server.memory();
    return [
      { what: 'server memory, idle', measured: megabytes(idle), budget: '<= 130 MB', isMet: idle <= 130 },
      {
        what: 'server memory, most under this load',
        measured: megabytes(peak),
        against: `afterwards ${megabytes(after)}`,
        budget: '<= 220 MB',
        isMet: peak <= 220,
      },
    ];
  };
  return { rows, stop: () => clearInterval(timer) };
}
