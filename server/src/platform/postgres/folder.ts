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
import type { Log } from '../log.ts';
import { StartRefused } from '../start-refused.ts';
import { canUse, findAccount, isRoot } from './account.ts';
import type { Account } from './account.ts';

/**
 * Where the database lives. Only `data` and `socket` belong to the account; what Lapau itself reads and writes stays
 * out of its hands, so that root never follows a link the account has placed.
 */
export type PostgresFolder = {
  root: string;
  /** PostgreSQL's data directory; exists once the cluster is complete. */
  data: string;
  socket: string;
  password: string;
  log: string;
  lock: string;
  account: Account;
};

/** Where root puts a database that its account cannot reach in the data folder. */
const outside = '/var/lib/lapau';
const ours = /^(data|socket|password|server\.log|lock|(initdb|copying|binaries)-.+|lost\+found|\..*)$/;

const layout = (root: string, account: Account): PostgresFolder => ({
  root,
  data: path.join(root, 'data'),
  socket: path.join(root, 'socket'),
  password: path.join(root, 'password'),
  log: path.join(root, 'server.log'),
  lock: path.join(root, 'lock'),
  account,
});

const isTaken = (entry: string): boolean => lstatSync(entry, { throwIfNoEntry: false }) !== undefined;

/** A folder for the account outside a closed place such as /root, left as a link so that later starts find it again. */
function placeOutside(link: string, account: Account, log: Log): void {
  mkdirSync(outside, { recursive: true, mode: 0o711 });
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

function createRoot(place: string, log: Log): void {
  accessSync(path.dirname(place), constants.W_OK);
  if (!isRoot()) {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    return;
  }
  const account = findAccount();
  if (!canUse(account, path.dirname(place), 'enter')) return placeOutside(place, account, log);
  mkdirSync(place, { recursive: true });
  chmodSync(place, 0o711);
}

function refuseForeign({ root, data }: PostgresFolder, major: number): void {
  const stranger = readdirSync(root).find((entry) => !ours.test(entry));
  if (stranger !== undefined) {
    throw new StartRefused(`${root} holds something that is not Lapau's (${stranger}). Choose another LAPAU_DATA.`);
  }
  if (!existsSync(data)) return;
  const versionFile = path.join(data, 'PG_VERSION');
  if (!existsSync(versionFile)) {
    throw new StartRefused(
      `${data} is not a PostgreSQL data folder. Restore it from a backup or choose another LAPAU_DATA.`,
    );
  }
  const made = Number.parseInt(readFileSync(versionFile, 'utf8'), 10);
  if (made !== major) {
    throw new StartRefused(
      `The database in ${data} was made by PostgreSQL ${made}, this Lapau brings PostgreSQL ${major}. ` +
        (made > major
          ? 'Install the newer Lapau that made it.'
          : 'Convert it with pg_upgrade, or start the Lapau that made it, back up, and restore into an empty folder.'),
    );
  }
}

/** Root lends PostgreSQL the account that owns the data, so that a folder stays usable for the user who made it. */
function accountFor(data: string): Account {
  if (!existsSync(data)) return isRoot() ? findAccount() : { name: 'this user' };
  const { uid, gid } = statSync(data);
  if (isRoot() && uid !== 0) return { name: `with id ${uid}`, uid, gid };
  if (process.getuid === undefined || (!isRoot() && uid === process.getuid())) return { name: 'this user' };
  throw new StartRefused(
    isRoot()
      ? `${data} belongs to root, but PostgreSQL does not run as root. Run: chown -R ${findAccount().name} ${data}`
      : `The database in ${data} belongs to another user (id ${uid}). Start Lapau as that user or as root.`,
  );
}

function usable(place: string, major: number, log: Log): PostgresFolder {
  mkdirSync(path.dirname(place), { recursive: true });
  if (!isTaken(place)) createRoot(place, log);
  if (!existsSync(place)) {
    throw new StartRefused(
      `${place} points to a folder that is gone. Bring it back, or remove the link to start with an empty database.`,
    );
  }
  const root = realpathSync(place);
  const folder = layout(root, accountFor(path.join(root, 'data')));
  const { account, data } = folder;
  const lent = account.uid !== undefined;
  if (!canUse(account, root, lent ? 'enter' : 'write') || (existsSync(data) && !canUse(account, data, 'write'))) {
    throw new StartRefused(
      lent
        ? `PostgreSQL runs under the account ${account.name}, which cannot enter or write ${root}. ` +
            'Make the folders above it enterable (chmod o+x) and the file system writable, or choose another LAPAU_DATA.'
        : `${root} cannot be written. Make it writable for the user who starts Lapau, or choose another LAPAU_DATA.`,
    );
  }
  refuseForeign(folder, major);
  return folder;
}

/**
 * Finds or makes the database's folder, `postgres` in the data folder, and the account PostgreSQL runs under there.
 * @param dataFolder absolute path of LAPAU_DATA
 * @param major PostgreSQL version of our programs
 * @throws StartRefused when the folder is read-only, another user's, not a database or of another major version
 */
export function openFolder(dataFolder: string, major: number, log: Log): PostgresFolder {
  try {
    return usable(path.join(dataFolder, 'postgres'), major, log);
  } catch (error) {
    if (error instanceof StartRefused) throw error;
    throw new StartRefused(
      `The data folder ${dataFolder} cannot be used: ${String(error)}. ` +
        'Make it a writable folder of the user who starts Lapau, or choose another LAPAU_DATA.',
      { cause: error },
    );
  }
}

/** Removes what an interrupted start left. Only with the lock held and no server running on the folder. */
export function sweep({ root }: PostgresFolder, currentBinaries: string): void {
  for (const entry of readdirSync(root)) {
    const outdated = entry.startsWith('binaries-') && !currentBinaries.startsWith(path.join(root, entry) + path.sep);
    if (outdated || /^(initdb|copying)-/.test(entry)) rmSync(path.join(root, entry), { recursive: true, force: true });
  }
}
