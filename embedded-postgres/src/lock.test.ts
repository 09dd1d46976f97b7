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

test('a locked folder cannot be locked again until it is unlocked, not even by the same process', () => {
  const file = lockFile();
  const unlock = lockFolder(file);
  expect(() => lockFolder(file)).toThrow(PostgresStartError);
  expect(() => lockFolder(file)).toThrow('Another process is running');
  unlock();
  lockFolder(file)();
});

test('a killed process leaves its folder unlocked', async () => {
  const file = lockFile();
  const program = `
    const { lockFolder } = await import(${JSON.stringify(new URL('lock.ts', import.meta.url).href)});
    lockFolder(${JSON.stringify(file)});
    console.log('locked');
    process.stdin.resume();`;
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'pipe' });
  await once(holder.stdout, 'data');
  expect(() => lockFolder(file)).toThrow('Another process is running');
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  lockFolder(file)();
});

test('the error names the file that cannot be locked', () => {
  expect(() => lockFolder('/nowhere/lock')).toThrow('The data folder cannot be locked: /nowhere/lock');
});
