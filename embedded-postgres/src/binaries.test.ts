import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { findAccount, isRoot } from './account.ts';
import { findPackage, prepareBinaries } from './binaries.ts';
import type { Binaries, Package } from './binaries.ts';
import { makeFolder, removeFolder, self } from './test-users.ts';

const log = pino({ level: 'silent' });

/** The package as npm unpacks it when it may not run install scripts: without its links. */
function withoutLinks(): { package: Package; folder: string } {
  const parent = makeFolder();
  onTestFinished(() => removeFolder(parent));
  const installed = findPackage();
  const folder = path.join(parent, 'package');
  cpSync(path.join(installed.folder, 'native'), path.join(folder, 'native'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (lstatSync(path.join(folder, entry)).isSymbolicLink()) rmSync(path.join(folder, entry));
  }
  const target = path.join(parent, 'postgres');
  mkdirSync(target, { mode: 0o755 });
  return { package: { ...installed, folder }, folder: target };
}

const versions = (binaries: Binaries, ids: { uid?: number; gid?: number } = {}): string[] =>
  Object.values(binaries).map((program) =>
    execFileSync(program, ['--version'], { ...ids, cwd: '/', encoding: 'utf8' }).trim(),
  );

const allRun = [
  expect.stringMatching(/^initdb \(PostgreSQL\) 18/),
  expect.stringMatching(/^postgres \(PostgreSQL\) 18/),
  expect.stringMatching(/^pg_ctl \(PostgreSQL\) 18/),
];

test('creates the library links that the install script did not', () => {
  const { package: unlinked, folder } = withoutLinks();
  const binaries = prepareBinaries(unlinked, folder, self, log);
  expect(binaries.postgres.startsWith(unlinked.folder)).toBe(true);
  expect(versions(binaries)).toEqual(allRun);
});

test('copies programs and libraries where the links cannot be made', () => {
  const { package: unlinked, folder } = withoutLinks();
  const libraries = path.join(unlinked.folder, 'native', 'lib');
  chmodSync(libraries, 0o555);
  chmodSync(folder, 0o777);
  const binaries = asOrdinaryUser(() => prepareBinaries(unlinked, folder, self, log));
  chmodSync(libraries, 0o755);
  expect(binaries.postgres.startsWith(folder)).toBe(true);
  expect(versions(binaries)).toEqual(allRun);
  expect(prepareBinaries(unlinked, folder, self, log)).toEqual(binaries);
  expect(readdirSync(folder)).toEqual([`binaries-${unlinked.version}`]);
});

test.runIf(isRoot())('copies them for the account that cannot reach node_modules', () => {
  const { package: closed, folder } = withoutLinks();
  chmodSync(closed.folder, 0o700);
  const account = findAccount();
  const binaries = prepareBinaries(closed, folder, account, log);
  expect(binaries.postgres.startsWith(folder)).toBe(true);
  expect(existsSync(binaries.postgres)).toBe(true);
  expect(versions(binaries, { uid: account.uid ?? 0, gid: account.gid ?? 0 })).toEqual(allRun);
});

/** Root may write anywhere; during the call it acts as an ordinary user. */
function asOrdinaryUser<Result>(run: () => Result): Result {
  if (!isRoot()) return run();
  const { uid = 0, gid = 0 } = findAccount(['nobody']);
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return run();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
