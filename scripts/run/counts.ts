import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './run-steps.ts';
import { root } from './steps.ts';
import type { ResultFiles } from './steps.ts';

/**
 * `failures`: the file, the name and the error of each failed test. `flaky` names the stories that passed on their second
 * try only; they count neither as passed nor as failed.
 */
export type Counts = { passed: number; failed: number; failures: string[]; flaky: string[] };

/** So many flaky stories are a fault of the product or of the stories, not of a busy machine. */
const mostFlaky = 1;

/**
 * Adds up the tests of both runners. A run that failed although none of its tests did (a type error, a rejection
 * outside of any test, a file that cannot be loaded, too many flaky stories) counts as one failed.
 */
export function countTests(results: ResultFiles, outcomes: Outcome[]): Counts {
  const runs = readReports<VitestReport>(results.vitest);
  const stories = readReports<PlaywrightReport>(results.playwright);
  const passed = sum(runs, (run) => run.numPassedTests) + sum(stories, ({ stats }) => stats.expected);
  const failed = sum(runs, (run) => run.numFailedTests) + sum(stories, ({ stats }) => stats.unexpected);
  const suites = stories.flatMap((run) => run.suites);
  const flaky = suites.flatMap((suite) => storiesThatWere('flaky', suite));
  const failures = [
    ...runs.flatMap(({ testResults }) => testResults).flatMap(failedTests),
    ...suites.flatMap((suite) => storiesThatWere('unexpected', suite)),
  ];
  const isBroken = flaky.length > mostFlaky || outcomes.some(({ result }) => result === 'failed');
  return { passed, failed: failed === 0 && isBroken ? 1 : failed, failures, flaky };
}

/** The last lines of a run: what failed, each flaky story, their number, and the totals, which programs read. */
export const formatCounts = ({ passed, failed, failures, flaky }: Counts): string =>
  [
    ...failures.map((failure) => `failed: ${failure}`),
    ...flaky.map((name) => `flaky: ${name}`),
    `${flaky.length} flaky`,
    `${passed} passed, ${failed} failed`,
  ].join('\n');

type Suite = { file: string; suites?: Suite[]; specs?: Spec[] };
type Spec = { title: string; tests: { status: string; projectName: string }[] };
type PlaywrightReport = { stats: { expected: number; unexpected: number }; suites: Suite[] };

const storiesThatWere = (wanted: string, { file, suites = [], specs = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === wanted)
      .map(({ projectName }) => `${file}: ${title}${projectName && ` (${projectName})`}`),
  ),
  ...suites.flatMap((suite) => storiesThatWere(wanted, suite)),
];

type VitestReport = { numPassedTests: number; numFailedTests: number; testResults: TestFile[] };
type TestFile = {
  name: string;
  /** Why the file could not be run at all. */
  message: string;
  assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
};

function failedTests({ name, message, assertionResults }: TestFile): string[] {
  const file = path.relative(root, name);
  const failures = assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${file}: ${fullName}\n${failureMessages.join('\n')}`);
  return failures.length === 0 && message !== '' ? [`${file}\n${message}`] : failures;
}

const sum = <Run>(runs: Run[], count: (run: Run) => number) => runs.reduce((total, run) => total + count(run), 0);

const readReports = <Report>(folder: string): Report[] =>
  existsSync(folder)
    ? readdirSync(folder).map((name) => JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as Report)
    : [];
