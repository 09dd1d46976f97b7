import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { countTests, formatCounts } from './counts.ts';
import { formatOutcomes } from './run-steps.ts';
import type { Outcome } from './run-steps.ts';
import { selectTests } from './select-tests.ts';
import { root } from './steps.ts';

const passed = (name: string): Outcome => ({ name, result: 'passed', seconds: 1.24 });
const failed = (name: string): Outcome => ({ name, result: 'failed', seconds: 61 });
const notRun = (name: string): Outcome => ({ name, result: 'not run', seconds: 0 });

/** The report of a run, or of several, of each of the two. */
function resultFiles(vitest: unknown, playwright: unknown) {
  const folder = mkdtempSync(path.join(tmpdir(), 'lapau-results-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, reports] of Object.entries({ vitest, playwright })) {
    if (reports === null) continue;
    mkdirSync(path.join(folder, name));
    for (const [run, report] of [reports].flat().entries()) {
      writeFileSync(path.join(folder, name, `${run}.json`), JSON.stringify(report));
    }
  }
  return { vitest: path.join(folder, 'vitest'), playwright: path.join(folder, 'playwright') };
}

const vitestReport = { numPassedTests: 40, numFailedTests: 0, testResults: [] };
const spec = (title: string, status: string, projectName = '') => ({ title, tests: [{ status, projectName }] });
const stories = (...specs: object[]) => ({
  stats: { expected: 7, unexpected: 0 },
  suites: [{ file: 'feed.spec.ts', specs: [spec('a feed', 'expected')], suites: [{ file: 'feed.spec.ts', specs }] }],
});
const playwrightReport = stories();

test('the tests of both runners are added up', () => {
  const results = resultFiles(vitestReport, playwrightReport);
  expect(countTests(results, [passed('a'), passed('b')])).toEqual({ passed: 47, failed: 0, failures: [], flaky: [] });
});

test('repeated tests are counted each time, and one that failed once is named', () => {
  const assertionResults = [{ fullName: 'a save', status: 'failed', failureMessages: ['expected 1 to be 2'] }];
  const testResults = [{ name: path.join(root, 'saves.test.ts'), message: '', assertionResults }];
  const runs = [{ numPassedTests: 39, numFailedTests: 1, testResults }, vitestReport];
  const failures = ['saves.test.ts: a save\nexpected 1 to be 2'];
  expect(countTests(resultFiles(runs, null), [failed('tests')])).toEqual({
    passed: 79,
    failed: 1,
    failures,
    flaky: [],
  });
});

test('failed tests are counted, and stories that were not run are not', () => {
  const assertionResults = [
    { fullName: 'a like', status: 'passed', failureMessages: [] },
    { fullName: 'a save', status: 'failed', failureMessages: ['expected 1 to be 2'] },
  ];
  const testResults = [
    { name: path.join(root, 'saves.test.ts'), message: '', assertionResults },
    { name: path.join(root, 'broken.test.ts'), message: 'no such module', assertionResults: [] },
  ];
  const results = resultFiles({ numPassedTests: 38, numFailedTests: 2, testResults }, null);
  const failures = ['saves.test.ts: a save\nexpected 1 to be 2', 'broken.test.ts\nno such module'];
  const counts = countTests(results, [failed('a'), notRun('b')]);
  expect(counts).toEqual({ passed: 38, failed: 2, failures, flaky: [] });
  expect(formatCounts(counts)).toContain('failed: saves.test.ts: a save');
});

test('a failed step without a failed test counts as one failure', () => {
  expect(countTests(resultFiles(null, null), [failed('types')])).toMatchObject({ passed: 0, failed: 1 });
  expect(countTests(resultFiles(vitestReport, null), [failed('tests')])).toMatchObject({ passed: 40, failed: 1 });
});

test('a flaky story is listed and counted separately, and two of them fail the run', () => {
  const one = countTests(resultFiles(vitestReport, stories(spec('a search', 'flaky'))), [passed('stories')]);
  expect(formatCounts(one).split('\n')).toEqual(['flaky: feed.spec.ts: a search', '1 flaky', '47 passed, 0 failed']);
  const two = stories(spec('a search', 'flaky'), spec('a filter', 'flaky'));
  expect(countTests(resultFiles(vitestReport, two), [passed('stories')])).toMatchObject({ passed: 47, failed: 1 });
});

test('stories in several browsers are added up, and one that failed says in which', () => {
  const others = {
    stats: { expected: 3, unexpected: 1 },
    suites: [{ file: 'browsers/cook.spec.ts', specs: [spec('a day', 'unexpected', 'WebKit')] }],
  };
  const counts = countTests(resultFiles(null, [playwrightReport, others]), [failed('stories')]);
  const failures = ['browsers/cook.spec.ts: a day (WebKit)'];
  expect(counts).toEqual({ passed: 10, failed: 1, failures, flaky: [] });
});

const files = ['server/src/features/feed/paging.test.ts', 'e2e/feed.spec.ts', 'e2e/likes.spec.ts'];

test('words select tests and stories by their paths', () => {
  expect(selectTests(['feed'], files)).toEqual({ tests: ['feed'], stories: ['feed'], repeat: 1 });
  expect(selectTests(['--repeat', '5', 'e2e/likes'], files)).toEqual({ tests: [], stories: ['likes'], repeat: 5 });
});

test('without words it is what a change has to pass, everything, or the stories in other browsers', () => {
  expect(selectTests([], files)).toBe('usual');
  expect(selectTests(['--all'], files)).toBe('all');
  expect(selectTests(['--browsers'], files)).toBe('browsers');
});

test.for([
  [['hearts']],
  [['--repeat', 'often', 'feed']],
  [['--repeat', '2']],
  [
    ['--all', 'feed'],
    ['--browsers', 'feed'],
    ['--all', '--browsers'],
  ],
])('%j selects nothing', ([args = []]) => {
  expect(() => selectTests(args, files)).toThrow(/npm test/);
});

test('the table lists steps that were not run', () => {
  expect(formatOutcomes([passed('types'), failed('lint'), notRun('stories')]).split('\n')).toEqual([
    '',
    'types    passed     1.2 s',
    'lint     failed    61.0 s',
    'stories  not run',
  ]);
});

test('after a step that fails, also for a missing program, only those that need it are skipped', () => {
  const program = `
    import { runSteps } from ${JSON.stringify(path.join(import.meta.dirname, 'run-steps.ts'))};
    const steps = [
      { name: 'one', commands: [['node', '-e', '']] },
      { name: 'two', commands: [['no-such-program'], ['node', '-e', 'console.log("next")']] },
      { name: 'three', commands: [['node', '-e', '']] },
      { name: 'four', commands: [['node', '-e', '']], needs: 'two' },
    ];
    console.error(JSON.stringify((await runSteps(steps)).map(({ result }) => result)));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toContain('no-such-program');
  expect(stderr).toContain('["passed","failed","passed","not run"]');
  expect(stdout).toContain('\nnext\n');
});
