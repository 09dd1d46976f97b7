import { megabytes } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import type { Program } from '../programs/start.ts';

/** Watches a server's resident memory until asked for what it saw. */
export function watchMemory(server: Program): () => Row[] {
  const idle = server.memory();
  let peak = idle;
  const timer = setInterval(() => {
    peak = Math.max(peak, server.memory());
  }, 200);
  return () => {
    clearInterval(timer);
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
}
