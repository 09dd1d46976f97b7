import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Command } from 'commander';

// The program `lapau`. A command's code is loaded when it runs.
const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
  version: string;
};

const lapau = new Command('lapau')
  .description('What the food stalls of a nagari cook today, and a way to talk to their cooks.')
  .version(version)
  .showHelpAfterError()
  .addHelpText('after', '\nSettings come from the environment; README.md lists them.');

lapau
  .command('start')
  .description('run Lapau until a signal stops it')
  .action(async () => (await import('./start.ts')).start());

lapau
  .command('demo')
  .description('run Lapau with an invented village, in a data folder of its own')
  .action(async () => (await import('./demo.ts')).demo());

lapau
  .command('version')
  .description('print the version')
  .action(() => void process.stdout.write(`${version}\n`));

await lapau.parseAsync();
