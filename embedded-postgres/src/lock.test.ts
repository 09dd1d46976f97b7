import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { lockFolder } from './lock.ts';
import { PostgresStartError } from './start-error.ts';
import { makeFolder, removeFolder } from './test-users.ts';

const lockFile = (): string => {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return path.join(folder, 'lock');
};

test('holds until it is given up, also against the same process', () => {
  const file = lockFile();
  const unlock = lockFolder(file);
  expect(() => lockFolder(file)).toThrow(PostgresStartError);
  expect(() => lockFolder(file)).toThrow('Another process is running');
  unlock();
  lockFolder(file)();
});

test('is free again when its holder is killed', async () => {
  const file = lockFile();
  const program = `
    const { lockFolder } = await import(${JSON.stringify(new URL('lock.ts', import.meta.url).href)});
    lockFolder(${JSON.stringify(file)});
    console.log('held');
    process.stdin.resume();`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
  await once(holder.stdout, 'data');
  expect(() => lockFolder(file)).toThrow('Another process is running');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockFolder(file)();
});

test('says which file cannot be locked', () => {
  expect(() => lockFolder('/nowhere/lock')).toThrow('The data folder cannot be locked: /nowhere/lock');
});
