import { anyoneSignsInWith } from '../../server/src/features/auth/rules.ts';
import { StartRefused } from '../../server/src/platform/errors/start-refused.ts';
import type { Platform } from '../../server/src/platform/platform.ts';

/** The password of every demo account. It is public, so `npm start` refuses a database in which somebody has it. */
export const demoPassword = 'lapau123';

const demoAccounts = [
  { email: 'admin@lapau.test', is: 'admin' },
  { email: 'penjual@lapau.test', is: 'penjual, Lapau Mak Itam' },
  { email: 'pembeli@lapau.test', is: 'pembeli' },
  { email: 'ditangguhkan@lapau.test', is: 'pembeli, suspended' },
];

export const describeAccounts = (): string =>
  demoAccounts.map(({ email, is }) => `  ${email.padEnd(24)} ${demoPassword}   (${is})`).join('\n');

/** @throws StartRefused when an account of this database has the demo's public password */
export async function refuseDemoPasswords({ database }: Platform): Promise<void> {
  if (!(await anyoneSignsInWith(database.db, '%@lapau.test', demoPassword))) return;
  throw new StartRefused(
    'This data folder holds demo accounts whose password is printed in the documentation.\n' +
      'Start with another LAPAU_DATA (or DATABASE_URL), or change those passwords first.',
  );
}
