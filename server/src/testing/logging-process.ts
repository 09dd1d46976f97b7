// Logs as many lines as it is told to, and says when it has: log.test.ts does harm to its standard output.
import { createLog } from '../platform/log.ts';

const log = createLog('info');
process.on('message', (count: number) => {
  for (let number = 1; number <= count; number += 1) log.info({ number, text: 'x'.repeat(200) }, 'a line');
  process.send?.(count);
});
process.send?.(0);
