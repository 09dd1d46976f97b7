import { Command, InvalidArgumentError, Option } from 'commander';
import { programVersion } from '../platform/process/program-folder.ts';

// The program `lapau`. A command's code is loaded when it runs; what it refuses it throws as a StartRefused.
const lapau = new Command('lapau')
  .description('What the food stalls of a nagari cook today, and a way to talk to their cooks.')
  .version(programVersion)
  .showHelpAfterError()
  .showSuggestionAfterError()
  .addHelpText('after', '\nSettings come from the environment and the file of LAPAU_ENV_FILE; README.md lists them.')
  .hook('preAction', async (_program, command) => {
    if (command !== version && command !== doctor) (await import('./settings.ts')).readSettings();
  });

lapau
  .command('start')
  .description('run Lapau until a signal stops it')
  .action(async () => (await import('./start.ts')).start());

lapau
  .command('demo')
  .description('run Lapau with an invented village, in a data folder of its own')
  .action(async () => (await import('./demo.ts')).demo());

const admin = lapau.command('admin').description('make an admin, or let one back in; also while Lapau runs');

admin
  .command('make <email>')
  .description('make somebody an admin, with a new account if they have none, and print a link that sets the password')
  .option('--name <name>', 'the name of a new account', 'Admin')
  .action(async (email: string, { name }: { name: string }) => {
    const { makeAdmin } = await import('../operations/admins.ts');
    console.log(await makeAdmin(process.env, email, name));
  });

admin
  .command('reset <email>')
  .description('print a link by which an admin who is locked out sets a new password')
  .action(async (email: string) => {
    const { resetAdmin } = await import('../operations/admins.ts');
    console.log(await resetAdmin(process.env, email));
  });

lapau
  .command('backup <file>')
  .description('back everything up, while Lapau runs or not: to a file, into a folder, or to standard output (-)')
  .option('--keep <number>', 'of the backups in the folder keep so many', wholeNumber)
  .action(async (file: string, options: { keep?: number }) =>
    (await import('./backup.ts')).backupCommand(file, options),
  );

lapau
  .command('restore <file>')
  .description(
    'restore a backup into a new LAPAU_DATA or an empty database: a file, the newest of a folder, or standard input (-)',
  )
  .option('--check', 'into a database of its own instead, which is removed: whether the backup can be used')
  .option('--into <folder>', 'into a new data folder that gets the database and the photos, whatever the settings say')
  .option(
    '--quiet',
    'a copy for looking at, which sends nothing: without the mails and pushes that wait and the devices that get pushes',
  )
  .action(async (file: string, options: { check?: boolean; into?: string; quiet?: boolean }) =>
    (await import('./backup.ts')).restoreCommand(file, options),
  );

// `doctor` reads the settings itself, so that their faults are among its findings.
const doctor = lapau
  .command('doctor')
  .description('look whether this Lapau, running or not, is well: 0 all is, 1 something is broken, 2 only warnings')
  .option('--json', 'print one line of JSON, for monitors')
  .action(async (options: { json?: boolean }) => (await import('./doctor.ts')).doctor(options));

lapau
  .command('verify [file]')
  .description(
    'compare counters with rows and files with rows, or a backup with its checksums; code 2 when something is wrong',
  )
  .action(async (file?: string) => (await import('./backup.ts')).verifyCommand(file));

lapau
  .command('move')
  .description(
    'copy a stopped Lapau elsewhere, all of it compared; what it comes from stays, but a database is refused from then on',
  )
  .addOption(
    new Option('--to-database <url>', 'into an empty database, or "bundled": from DATABASE_URL into LAPAU_DATA'),
  )
  .addOption(
    new Option(
      '--to-files <place>',
      'photos into the object storage of the S3_ variables, or from it into LAPAU_DATA',
    ).choices(['s3', 'folder']),
  )
  .option('--back', 'use a database again that was moved away from')
  .action(async (options: { toDatabase?: string; toFiles?: 's3' | 'folder'; back?: true }) =>
    (await import('./move.ts')).moveCommand(options),
  );

const version = lapau
  .command('version')
  .description('print the version')
  .action(() => void process.stdout.write(`${programVersion}\n`));

function wholeNumber(value: string): number {
  if (!/^[1-9]\d{0,4}$/.test(value)) throw new InvalidArgumentError('It is a whole number from 1 on.');
  return Number(value);
}

try {
  await lapau.parseAsync();
} catch (error) {
  (await import('./report-failure.ts')).reportFailure(error);
}
