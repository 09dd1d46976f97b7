import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { root } from '../root.ts';

/** The code of a function that fails the first time it is called with a name in this folder. */
const failOnce = (folder: string) => `
  import { existsSync, writeFileSync } from 'node:fs';
  export function failOnce(name) {
    const file = ${JSON.stringify(folder)} + '/' + name + '.failed';
    if (existsSync(file)) return;
    writeFileSync(file, '');
    throw new Error(name + ' fails once');
  }`;

/** Runs the steps that `code` makes in a folder with these files as the test command does. @returns what it prints, line by line */
function run(files: Record<string, string>, code: string): { lines: string[]; stderr: string; status: number | null } {
  mkdirSync(path.join(root, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'node_modules/.cache/second-try-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [name, text] of Object.entries({ 'fail-once.mjs': failOnce(folder), ...files }))
    writeFileSync(path.join(folder, name), text);
  const from = (name: string) => JSON.stringify(path.join(import.meta.dirname, name));
  const program = `
    import { playwright, playwrightAgain, vitest, vitestAgain } from ${from('runner-commands.ts')};
    import { runTwice } from ${from('run-twice.ts')};
    const folder = ${JSON.stringify(folder)};
    process.exitCode = (await runTwice([${code}])) ? 0 : 1;`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 300_000,
    env: { ...process.env, VITEST: undefined, VITEST_WORKER_ID: undefined, NODE_ENV: undefined, CI: '' },
  });
  return { lines: stdout.split('\n'), stderr, status };
}
const ends = (lines: string[]) => lines.filter((line) => /^(red|unsteady|\d+ (unsteady|passed))/.test(line));

test('tests that fail always are red, those that fail once are listed and pass', () => {
  const { lines } = run(
    {
      'vitest.config.mjs': `export default { test: { projects: [
        { test: { name: 'one project', include: ['*.test.mjs'], maxWorkers: 2 } },
        { test: { name: 'another', include: ['once.test.mjs'], maxWorkers: 2 } },
      ] } };`,
      'once.test.mjs': `
        import { expect, test } from 'vitest';
        import { failOnce } from './fail-once.mjs';
        test('fails once', () => failOnce('a test'));
        test('passes', () => {});`,
      'always.test.mjs': `
        import { describe, expect, test } from 'vitest';
        describe('a group', () => test('fails (always)', () => expect(1).toBe(2)));`,
      'file.test.mjs': `
        import { test } from 'vitest';
        import { failOnce } from './fail-once.mjs';
        failOnce('a file');
        test('its test', () => {});`,
      'hook.test.mjs': `
        import { beforeAll, describe, test } from 'vitest';
        import { failOnce } from './fail-once.mjs';
        describe('hooked', () => {
          beforeAll(() => failOnce('a hook'));
          test('in the group', () => {});
        });`,
      'unhandled.test.mjs': `
        import { test } from 'vitest';
        import { failOnce } from './fail-once.mjs';
        test('leaves a rejection', async () => {
          void (async () => failOnce('a rejection'))();
          await new Promise(setImmediate);
        });`,
      'skipped.test.mjs': `
        import { test } from 'vitest';
        test.skip('skipped', () => {});
        test('beside it', () => {});`,
    },
    `{ name: 'tests', folder, commands: [vitest()], again: vitestAgain }`,
  );
  const short = ends(lines).map((line) => line.replace(/^(\w+): \S+\//, '$1: ').replace(/, [\d.]+ s, load .*/, ''));
  expect(short.map((line) => line.replace('(another)', '(one project)')).toSorted()).toEqual(
    [
      'red: always.test.mjs: a group > fails (always) (one project)',
      'unsteady: file.test.mjs (one project)',
      'unsteady: hook.test.mjs: hooked (one project)',
      'unsteady: once.test.mjs: fails once (one project)',
      'unsteady: unhandled.test.mjs (one project)',
      '4 unsteady',
      '8 passed, 1 failed',
    ].toSorted(),
  );
});

test('a runner that is killed is started again for everything, also after a test that failed', () => {
  const { lines, status } = run(
    {
      'vitest.config.mjs': `export default {};`,
      'killed.test.mjs': `
        import { test } from 'vitest';
        import { failOnce } from './fail-once.mjs';
        test('passes before', () => {});
        test('fails before', () => failOnce('a test'));
        test('kills the runner', async () => {
          await new Promise((resolve) => setTimeout(resolve, 1_000)); // until the one before is reported
          try { failOnce('a runner'); } catch { process.kill(process.ppid, 'SIGKILL'); }
        });`,
      'later.test.mjs': `
        import { expect, test } from 'vitest';
        test('fails always', async () => {
          await new Promise((resolve) => setTimeout(resolve, 3_000)); // until the runner is killed
          expect(1).toBe(2);
        });`,
    },
    `{ name: 'tests', folder, commands: [vitest('--pool=forks')], again: vitestAgain }`,
  );
  expect(status).toBe(1);
  expect(ends(lines).map((line) => line.replace(/, [\d.]+ s, load .*/, ''))).toEqual([
    expect.stringMatching(/^red: \S+later\.test\.mjs: fails always$/),
    expect.stringMatching(/^unsteady: \S+killed\.test\.mjs: fails before$/),
    '1 unsteady',
    '3 passed, 1 failed',
  ]);
});

test('the file of a worker that is killed is run again, and nothing else', () => {
  const { lines } = run(
    {
      'vitest.config.mjs': `export default {};`,
      'killed.test.mjs': `
        import { test } from 'vitest';
        import { failOnce } from './fail-once.mjs';
        test('passes before', () => {});
        test('kills its worker', () => {
          try { failOnce('a worker'); } catch { process.kill(process.pid, 'SIGKILL'); }
        });`,
      'other.test.mjs': `
        import { test } from 'vitest';
        import { failOnce } from './fail-once.mjs';
        test('is run once', () => { try { failOnce('other'); } catch { return; } throw new Error('It was run twice.'); });`,
    },
    `{ name: 'tests', folder, commands: [vitest('--pool=forks')], again: vitestAgain }`,
  );
  expect(ends(lines)).toEqual([
    expect.stringMatching(/^unsteady: \S+killed\.test\.mjs, /),
    '1 unsteady',
    '3 passed, 0 failed',
  ]);
});

test('stories that fail always are red, those that fail once are listed and pass', () => {
  const { lines } = run(
    {
      'playwright.config.mjs': `export default { testDir: '.', outputDir: 'results', fullyParallel: true, workers: 2 };`,
      'feed.spec.mjs': `
        import { expect, test } from '@playwright/test';
        import { failOnce } from './fail-once.mjs';
        test('a feed', () => {});
        for (const name of ['one', 'two (2)', 'two'])
          test(name + ' fails', { tag: '@all' }, () => { if (name.startsWith('two (')) failOnce('a story'); });
        test.describe('a group', () => test('fails always', () => expect(1).toBe(2)));`,
      'serial.spec.mjs': `
        import { test } from '@playwright/test';
        import { failOnce } from './fail-once.mjs';
        test.describe.configure({ mode: 'serial' });
        let isPrepared = false;
        test('prepares', () => void (isPrepared = true));
        test('leans on the one before', () => {
          failOnce('a serial story');
          if (!isPrepared) throw new Error('It was run without the one before.');
        });`,
      'likes.spec.mjs': `
        import { test as base } from '@playwright/test';
        import { failOnce } from './fail-once.mjs';
        const test = base.extend({ server: [async ({}, use) => { failOnce('a fixture'); await use(1); }, { scope: 'worker' }] });
        test('a like', ({ server }) => {});
        test.skip('skipped', () => {});`,
    },
    `{ name: 'stories', folder, commands: [playwright()], again: playwrightAgain }`,
  );
  const short = ends(lines).map((line) => line.replace(/^(\w+): \S+\//, '$1: ').replace(/, [\d.]+ s, load .*/, ''));
  expect(short.toSorted()).toEqual(
    [
      'red: feed.spec.mjs: a group › fails always',
      'unsteady: feed.spec.mjs: two (2) fails',
      'unsteady: likes.spec.mjs: a like',
      'unsteady: serial.spec.mjs: leans on the one before',
      '3 unsteady',
      '7 passed, 1 failed',
    ].toSorted(),
  );
});

test('a step without tests that fails is red at once', () => {
  const { lines } = run({}, `{ name: 'types', commands: [['node', '-e', 'process.exit(3)']] }`);
  expect(ends(lines)).toEqual(['red: types', '0 unsteady', '0 passed, 1 failed']);
  expect(lines.join('\n')).toContain('ended with 3');
});
