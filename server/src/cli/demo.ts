import { describeAccounts } from '../../../demo/src/accounts.ts';
import { seedDemo } from '../../../demo/src/seed.ts';
import { run } from './run.ts';

export const demo = (): Promise<void> =>
  run('demo', seedDemo, ({ url }) => {
    process.stdout.write(`\nLapau is ready: ${url}\n\n${describeAccounts()}\n\nCtrl-C stops it; the data stays.\n`);
  });
