import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { canUse, findAccount, isRoot } from './account.ts';
import type { Account } from './account.ts';
import type { Log } from './log.ts';
import { OtherMajorVersion, PostgresStartError } from './start-error.ts';

/**
 * The folders of the database. Only `data` and `socket` belong to the account: it cannot write where this program reads and writes, so
 * that root never follows a link that the account has made.
 */
export type PostgresFolder = {
  /** Name of the role and the database of the program that uses the server. */
  name: string;
  root: string;
  /** PostgreSQL's data directory; exists once the cluster is complete. */
  data: string;
  socket: string;
  password: string;
  log: string;
  lock: string;
  account: Account;
};

/** Where root puts a database that its account cannot reach in the data folder: `<here>/<name>`. */
const systemFolder = '/var/lib';
const ownEntries = /^(data|socket|password|server\.log|lock|(initdb|copying|binaries)-.+|lost\+found|\..*)$/;

const pathsOf = (name: string, root: string, account: Account): PostgresFolder => ({
  name,
  root,
  data: path.join(root, 'data'),
  socket: path.join(root, 'socket'),
  password: path.join(root, 'password'),
  log: path.join(root, 'server.log'),
  lock: path.join(root, 'lock'),
  account,
});

const isTaken = (entry: string): boolean => lstatSync(entry, { throwIfNoEntry: false }) !== undefined;

/** Makes a folder, and those above it, for this user alone. As root it lets PostgreSQL's account enter them, but not list them. */
function makeFolder(folder: string): void {
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (first === undefined || !isRoot()) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) chmodSync(made, 0o711);
}

/** Makes the folder where the account can enter it, for a data folder in one that it cannot enter, such as /root. A link leads there. */
function createOutside(name: string, link: string, account: Account, log: Log): void {
  const outside = path.join(systemFolder, name);
  makeFolder(outside);
  const root = mkdtempSync(path.join(outside, `${path.basename(path.dirname(link))}-`));
  chmodSync(root, 0o711);
  try {
    symlinkSync(root, link);
  } catch (error) {
    rmdirSync(root);
    if (isTaken(link)) return; // another start was first
    throw error;
  }
  log.warn(
    `The account ${account.name}, which PostgreSQL runs under, cannot enter ${path.dirname(link)}: ` +
      `the database lives in ${root}, and ${link} points there`,
  );
}

function createRoot(name: string, link: string, log: Log): void {
  accessSync(path.dirname(link), constants.W_OK);
  if (!isRoot()) {
    mkdirSync(link, { recursive: true, mode: 0o700 });
    return;
  }
  const account = findAccount();
  if (!canUse(account, path.dirname(link), 'enter')) return createOutside(name, link, account, log);
  mkdirSync(link, { recursive: true });
  chmodSync(link, 0o711);
}

function checkContents({ root, data }: PostgresFolder, major: number): void {
  const unknown = readdirSync(root).find((entry) => !ownEntries.test(entry));
  if (unknown !== undefined) {
    throw new PostgresStartError(
      `${root} holds something that is no part of a database (${unknown}). Choose another data folder.`,
    );
  }
  if (!existsSync(data)) return;
  const versionFile = path.join(data, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new PostgresStartError(
      `${data} is not a PostgreSQL data folder. Restore it from a backup or choose another data folder.`,
    );
  }
  const made = Number.parseInt(readFileSync(versionFile, 'utf8'), 10);
  if (made !== major) {
    throw new OtherMajorVersion(data, made, major);
  }
}

/** As root, PostgreSQL runs under the account that owns the data, so that the folder stays usable for the user who made it. */
function accountFor(data: string): Account {
  if (!existsSync(data)) return isRoot() ? findAccount() : { name: 'this user' };
  const { uid, gid } = statSync(data);
  if (isRoot() && uid !== 0) return { name: `with id ${uid}`, uid, gid };
  if (process.getuid === undefined || (!isRoot() && uid === process.getuid())) return { name: 'this user' };
  throw new PostgresStartError(
    isRoot()
      ? `${data} belongs to root, but PostgreSQL does not run as root. Run: chown -R ${findAccount().name} ${data}`
      : `The database in ${data} belongs to another user (id ${uid}). Start as that user or as root.`,
  );
}

function prepareFolder(name: string, link: string, major: number, log: Log): PostgresFolder {
  makeFolder(path.dirname(link));
  if (!isTaken(link)) createRoot(name, link, log);
  if (!existsSync(link)) {
    throw new PostgresStartError(
      `${link} points to a folder that is gone. Restore it, or remove the link to start with an empty database.`,
    );
  }
  const root = realpathSync(link);
  const folder = pathsOf(name, root, accountFor(path.join(root, 'data')));
  const { account, data } = folder;
  const isOtherAccount = account.uid !== undefined;
  if (
    !canUse(account, root, isOtherAccount ? 'enter' : 'write') ||
    (existsSync(data) && !canUse(account, data, 'write'))
  ) {
    throw new PostgresStartError(
      isOtherAccount
        ? `PostgreSQL runs under the account ${account.name}, which cannot enter or write ${root}. ` +
            'Make the folders above it enterable (chmod o+x) and the file system writable, or choose another data folder.'
        : `${root} cannot be written. Make it writable for the user who starts this program, or choose another data folder.`,
    );
  }
  checkContents(folder, major);
  return folder;
}

/**
 * Finds or makes the database's folder, `postgres` in the data folder, and the account PostgreSQL runs under there.
 * @param dataFolder absolute path
 * @param name of the role and the database
 * @param major version of the PostgreSQL that is installed
 * @throws PostgresStartError when the folder is read-only, another user's, not a database or of another major version
 */
export function openFolder(dataFolder: string, name: string, major: number, log: Log): PostgresFolder {
  try {
    return prepareFolder(name, path.join(dataFolder, 'postgres'), major, log);
  } catch (error) {
    if (error instanceof PostgresStartError) throw error;
    throw new PostgresStartError(
      `The data folder ${dataFolder} cannot be used: ${String(error)}. ` +
        'Make it a writable folder of the user who starts this program, or choose another data folder.',
      { cause: error },
    );
  }
}

/** Removes what an interrupted start left. Call it only with the lock held and no server running on the folder. */
export function removeLeftovers({ root }: PostgresFolder, currentBinaries: string): void {
  for (const entry of readdirSync(root)) {
    const outdated = entry.startsWith('binaries-') && !currentBinaries.startsWith(path.join(root, entry) + path.sep);
    if (outdated || /^(initdb|copying)-/.test(entry)) rmSync(path.join(root, entry), { recursive: true, force: true });
  }
}
