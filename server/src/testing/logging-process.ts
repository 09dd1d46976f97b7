// Logs as many lines as a message asks for, and answers when done: log.test.ts blocks and closes its standard output.
import { createLog } from '../platform/log/log.ts';

const log = createLog('info');
process.on('message', (count: number) => {
  for (let number = 1; number <= count; number += 1) log.info({ number, text: 'x'.repeat(200) }, 'a line');
  process.send?.(count);
});
process.send?.(0);
