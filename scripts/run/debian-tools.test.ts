import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { aptGet, installLine } from './debian-tools.ts';

/** Puts a shell script in place of apt-get. @returns how often it has been called */
function replaceAptGet(script: string): () => number {
  const folder = mkdtempSync(path.join(tmpdir(), 'lapau-apt-'));
  const calls = path.join(folder, 'calls');
  writeFileSync(calls, '');
  writeFileSync(
    path.join(folder, 'apt-get'),
    `#!/bin/sh\necho "$@" >>${calls}\ncalls=$(wc -l <${calls})\n${script}\n`,
    {
      mode: 0o755,
    },
  );
  vi.stubEnv('PATH', `${folder}${path.delimiter}${process.env['PATH']}`);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return () => readFileSync(calls, 'utf8').trim().split('\n').length;
}

const locked = 'echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)" >&2; exit 100';

test('missing packages are installed by one command line, which waits for another apt-get', () => {
  expect(installLine(['chromium-headless-shell', 'postgresql-15'])).toBe(
    'apt-get update && apt-get install -y --no-install-recommends -o DPkg::Lock::Timeout=600 chromium-headless-shell postgresql-15',
  );
});

test('an update waits for the lock of the package lists', () => {
  const calls = replaceAptGet(`if [ "$calls" -lt 3 ]; then ${locked}; fi`);
  expect(aptGet(['update'], { pauseMs: 1 })).toBe(true);
  expect(calls()).toBe(3);
});

test('an update fails when the lock is held for too long', () => {
  const calls = replaceAptGet(locked);
  expect(aptGet(['update'], { tries: 4, pauseMs: 1 })).toBe(false);
  expect(calls()).toBe(4);
});

test('another failure of apt-get is not tried again', () => {
  const calls = replaceAptGet('echo "E: Unable to locate package" >&2; exit 100');
  expect(aptGet(['install', 'nothing'], { pauseMs: 1 })).toBe(false);
  expect(calls()).toBe(1);
});
