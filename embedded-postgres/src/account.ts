import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { PostgresStartError } from './start-error.ts';

/** The system account PostgreSQL runs under. Without ids it is the one this program runs under. */
export type Account = { name: string; uid?: number; gid?: number };

export const isRoot = (): boolean => process.getuid?.() === 0;

const idOf = (option: '-u' | '-g', name: string): number | undefined => {
  const { status, stdout } = spawnSync('id', [option, name], { encoding: 'utf8' });
  return status === 0 ? Number(stdout) : undefined;
};

/**
 * PostgreSQL refuses to run as root, so as root it runs under the first of these accounts that exists on the machine.
 * @throws PostgresStartError when none exists
 */
export function findAccount(names = ['postgres', 'nobody']): Account {
  for (const name of names) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid !== undefined) return { name, uid, gid };
  }
  throw new PostgresStartError(
    `This program runs as root, PostgreSQL must not, and this machine has no account named ${names.join(' or ')}. ` +
      'Create one (useradd --system postgres) or start as an ordinary user.',
  );
}

/**
 * Runs a program as the account and says whether it succeeded.
 * @throws PostgresStartError when root is not allowed to switch accounts, as in a container without the capability
 */
export function succeedsAs(account: Account, program: string, args: string[]): boolean {
  const { status, error } = spawnSync(program, args, { uid: account.uid, gid: account.gid, cwd: '/', stdio: 'ignore' });
  if (error && 'code' in error && error.code === 'EPERM') {
    throw new PostgresStartError(
      `This program runs as root but may not switch to the account ${account.name}, which PostgreSQL needs. ` +
        'Start as an ordinary user.',
    );
  }
  return status === 0;
}

/** Whether the account can enter the folder, all folders above it included, and, if asked, write in it. */
export function canUse(account: Account, folder: string, need: 'enter' | 'write'): boolean {
  if (account.uid !== undefined) {
    return succeedsAs(account, 'test', ['-x', folder, ...(need === 'write' ? ['-a', '-w', folder] : [])]);
  }
  try {
    accessSync(folder, need === 'write' ? constants.X_OK | constants.W_OK : constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
