import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { ok, reasonOf, warning } from './finding.ts';
import type { Finding } from './finding.ts';

const run = promisify(execFile);

/** Reports services of Lapau, and of its backups, that have failed; nothing where no systemd runs. */
export async function checkUnits(): Promise<Finding[]> {
  if (!existsSync('/run/systemd/system')) return []; // sd_booted looks for this too
  // A unit that ends at each start never counts as failed, as systemd starts it again: its state is auto-restart.
  const options = ['--state=failed,auto-restart', '--plain', '--no-legend', '--no-pager', '--full'];
  let listed: string;
  try {
    ({ stdout: listed } = await run('systemctl', ['list-units', ...options, 'lapau*.service'], { timeout: 4_000 }));
  } catch (failure) {
    const mend = 'Look with "systemctl --failed" as root; for other users systemctl needs the package dbus.';
    return [warning('units', `systemctl does not tell: ${lastLine(failure)}`, mend)];
  }
  const findings = [...listed.matchAll(/^(\S+) +\S+ +(\S+)/gm)].map(([, unit = '', state]) =>
    warning(
      'units',
      state === 'failed' ? `${unit} has failed` : `${unit} ends at each start, and is started again`,
      `journalctl -u ${unit} shows why.`,
    ),
  );
  return findings.length > 0 ? findings : [ok('units', 'no unit of Lapau has failed')];
}

/** The last line is what systemctl said; the lines before tell how it was called. */
const lastLine = (failure: unknown): string => reasonOf(failure).trim().split('\n').at(-1) ?? '';
