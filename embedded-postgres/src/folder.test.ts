import { chownSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { findAccount, isRoot } from './account.ts';
import { openFolder, removeLeftovers } from './folder.ts';
import { PostgresStartError } from './start-error.ts';
import { makeFolder, removeFolder } from './test-users.ts';

const log = pino({ level: 'silent' });

const newFolder = (): string => {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
};

/** A data folder with these files in `data`, owned by PostgreSQL's account. */
function withData(files: Record<string, string>): string {
  const dataFolder = newFolder();
  const { data, account } = openFolder(dataFolder, 'canteen', 18, log);
  mkdirSync(data, { mode: 0o700 });
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(data, name), content);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(data, account.uid, account.gid);
  return dataFolder;
}

test('creates the folder and its parents, and finds them again', () => {
  const dataFolder = path.join(newFolder(), 'a', 'b');
  const { root } = openFolder(dataFolder, 'canteen', 18, log);
  expect(root).toBe(path.join(dataFolder, 'postgres'));
  expect(openFolder(dataFolder, 'canteen', 18, log).root).toBe(root);
});

test.each([
  ['19', false],
  ['17', true],
])('refuses data of PostgreSQL %s, and says whether it is older', (version, isOlder) => {
  const dataFolder = withData({ PG_VERSION: `${version}\n` });
  const refusal = expect.objectContaining({
    message: expect.stringContaining(
      `was made by PostgreSQL ${version}, this installation brings PostgreSQL 18.`,
    ) as string,
    isOlder,
  }) as Error;
  expect(() => openFolder(dataFolder, 'canteen', 18, log)).toThrow(refusal);
  expect(openFolder(dataFolder, 'canteen', Number(version), log).root).toContain(dataFolder);
});

test('refuses data that PostgreSQL did not make', () => {
  const dataFolder = withData({ 'photo.jpg': '' });
  expect(() => openFolder(dataFolder, 'canteen', 18, log)).toThrow('is not a PostgreSQL data folder');
});

test('refuses a folder with files that are not of a database', () => {
  const dataFolder = newFolder();
  mkdirSync(path.join(dataFolder, 'postgres'));
  writeFileSync(path.join(dataFolder, 'postgres', 'thesis.doc'), '');
  expect(() => openFolder(dataFolder, 'canteen', 18, log)).toThrow(
    'something that is no part of a database (thesis.doc)',
  );
});

test('refuses a file where the folder should be, and a link to a missing folder', () => {
  const [first, second] = [newFolder(), newFolder()];
  writeFileSync(path.join(first, 'postgres'), '');
  expect(() => openFolder(first, 'canteen', 18, log)).toThrow(PostgresStartError);
  symlinkSync('/nowhere', path.join(second, 'postgres'));
  expect(() => openFolder(second, 'canteen', 18, log)).toThrow('points to a folder that is gone');
});

test.runIf(isRoot())('as root, runs data under its owner and refuses data of root', () => {
  const dataFolder = withData({ PG_VERSION: '18\n' });
  const { data } = openFolder(dataFolder, 'canteen', 18, log);
  const nobody = findAccount(['nobody']);
  chownSync(data, nobody.uid ?? 0, nobody.gid ?? 0);
  expect(openFolder(dataFolder, 'canteen', 18, log).account).toMatchObject({ uid: nobody.uid, gid: nobody.gid });
  chownSync(data, 0, 0);
  expect(() => openFolder(dataFolder, 'canteen', 18, log)).toThrow('Run: chown -R');
});

test('removes what an interrupted start left, and keeps the data', () => {
  const folder = openFolder(withData({ PG_VERSION: '18\n' }), 'canteen', 18, log);
  for (const entry of ['initdb-abc', 'copying-abc', 'binaries-17.0', 'binaries-18.4'])
    mkdirSync(path.join(folder.root, entry));
  removeLeftovers(folder, path.join(folder.root, 'binaries-18.4', 'native', 'bin', 'postgres'));
  expect(readdirSync(folder.root).toSorted()).toEqual(['binaries-18.4', 'data']);
});
