import { Command } from 'commander';
import { programVersion } from '../platform/program-folder.ts';

// The program `lapau`. A command's code is loaded when it runs; what it refuses it throws as a StartRefused.
const lapau = new Command('lapau')
  .description('What the food stalls of a nagari cook today, and a way to talk to their cooks.')
  .version(programVersion)
  .showHelpAfterError()
  .showSuggestionAfterError()
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
  .action(() => void process.stdout.write(`${programVersion}\n`));

try {
  await lapau.parseAsync();
} catch (error) {
  (await import('./report-failure.ts')).reportFailure(error);
}
