import { expect, test } from 'vitest';
import type { Outcome } from './run-steps.ts';
import { formatSummary } from './summary.ts';
import type { TestResult } from './test-report.ts';
import { judge } from './verdict.ts';

const result = (name: string, outcome: TestResult['outcome'], more: Partial<TestResult> = {}): TestResult => ({
  step: 'tests',
  project: 'server',
  file: 'likes.test.ts',
  name,
  outcome,
  seconds: 1.24,
  load: 5.5,
  ...(outcome === 'failed' && { error: 'expected 1 to be 2' }),
  ...more,
});
const pass = (...tests: TestResult[]): Outcome[] => [
  {
    name: 'tests',
    result: tests.some(({ outcome }) => outcome === 'failed') ? 'failed' : 'passed',
    seconds: 61,
    tests,
    files: [],
  },
];
const names = (first: Outcome[], second: Outcome[]) => {
  const { passed, red, unsteady } = judge(first, second);
  return { passed, red: red.map(({ name }) => name), unsteady: unsteady.map(({ failed }) => failed.name) };
};

test('red is what failed twice, unsteady what failed once', () => {
  const first = pass(result('a', 'passed'), result('b', 'failed'), result('c', 'failed'), result('d', 'skipped'));
  const second = pass(result('a', 'passed'), result('b', 'failed'), result('c', 'passed'));
  expect(names(first, second)).toEqual({ passed: 2, red: ['b'], unsteady: ['c'] });
});

test('what passed and failed when its file was run again is unsteady', () => {
  const first = pass(result('a', 'passed'), result('b', 'failed'));
  const second = pass(result('a', 'failed'), result('b', 'passed'));
  expect(names(first, second)).toEqual({ passed: 2, red: [], unsteady: ['b', 'a'] });
});

test('what failed and was not run again is red', () => {
  const first = pass(result('a', 'failed'), result('b', 'failed'));
  expect(names(first, [])).toEqual({ passed: 0, red: ['a', 'b'], unsteady: [] });
  expect(names(first, pass(result('a', 'passed'), result('b', 'skipped')))).toMatchObject({ red: ['b'] });
});

test('a file that could not be run is judged by its tests in the second try', () => {
  const first = pass(result('', 'failed'), result('other', 'passed', { file: 'saves.test.ts' }));
  expect(names(first, pass(result('a', 'passed'), result('b', 'passed')))).toEqual({
    passed: 3,
    red: [],
    unsteady: [''],
  });
  expect(names(first, pass(result('a', 'passed'), result('b', 'failed')))).toMatchObject({ red: ['b'] });
  expect(names(first, pass(result('', 'failed')))).toMatchObject({ red: [''] });
  expect(names(first, pass(result('other', 'passed', { file: 'saves.test.ts' })))).toMatchObject({ red: [''] });
});

test('a step that failed as a whole is judged by all that ran in its second try', () => {
  const whole = { project: '', file: '' };
  const first = pass(result('', 'failed', whole), result('a', 'passed'));
  expect(names(first, pass(result('a', 'passed')))).toEqual({ passed: 1, red: [], unsteady: [''] });
  expect(names(first, pass(result('a', 'failed'), result('b', 'passed')))).toEqual({
    passed: 2,
    red: [],
    unsteady: ['', 'a'],
  });
  expect(names(first, pass(result('a', 'passed'), result('b', 'failed')))).toMatchObject({ red: ['b'] });
  expect(names(first, [])).toMatchObject({ red: [''] });
});

test('a second try that fails as a whole is red', () => {
  const whole = result('', 'failed', { project: '', file: '' });
  const first = pass(result('a', 'failed'), result('b', 'passed'));
  expect(names(first, pass(result('a', 'passed'), whole))).toEqual({ passed: 2, red: [''], unsteady: ['a'] });
});

test('a repeated test is counted each time', () => {
  const first = pass(result('a', 'passed'), result('a', 'failed'), result('a', 'passed'));
  expect(names(first, [])).toEqual({ passed: 2, red: ['a'], unsteady: [] });
});

test('tests of the same name in other files, projects and steps are others', () => {
  const others = [{ file: 'saves.test.ts' }, { project: 'server on PostgreSQL 15' }, { step: 'stories' }];
  for (const other of others) {
    const first = pass(result('a', 'failed'), result('a', 'failed', other));
    expect(judge(first, pass(result('a', 'passed'), result('a', 'failed', other)))).toMatchObject({
      red: [other],
      unsteady: [{ failed: { name: 'a' } }],
    });
  }
});

test('the summary has steps, slowest files, what is red and unsteady, and ends with the totals', () => {
  const first: Outcome[] = [
    { name: 'types', result: 'passed', seconds: 1.24, tests: [], files: [] },
    ...pass(result('a like', 'failed'), result('a save', 'failed'), result('a post', 'passed')).map((outcome) => ({
      ...outcome,
      files: Array.from({ length: 11 }, (_, index) => ({ file: `${index}.test.ts`, project: '', seconds: index })),
    })),
    { name: 'stories', result: 'not run', seconds: 0, tests: [], files: [] },
  ];
  const second = pass(result('a like', 'failed'), result('a save', 'passed', { seconds: 0.3 }));
  expect(formatSummary(first, second, judge(first, second)).split('\n')).toEqual([
    'types         passed     1.2 s',
    'tests         failed    61.0 s',
    'stories       not run',
    'tests, again  failed    61.0 s',
    '',
    ...Array.from({ length: 10 }, (_, index) => `${`${10 - index}.0 s`.padStart(9)}  ${10 - index}.test.ts`),
    '',
    'red: likes.test.ts: a like (server)',
    '    expected 1 to be 2',
    'unsteady: likes.test.ts: a save (server), 1.2 s, load 5.5 (0.3 s when it passed)',
    '    expected 1 to be 2',
    '1 unsteady',
    '2 passed, 1 failed',
  ]);
});

test('a summary with hundreds of failures still is one screen', () => {
  const failures = Array.from({ length: 300 }, (_, index) =>
    result(`${index}`, 'failed', { error: 'one\n\ntwo\nthree\nfour' }),
  );
  const text = formatSummary(pass(...failures), [], judge(pass(...failures), []));
  expect(text.split('\n').length).toBeLessThan(30);
  expect(text).toContain('… and 294 more, further up');
  expect(text).toMatch(/\n0 passed, 300 failed$/);
});
