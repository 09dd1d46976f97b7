import { existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './run-steps.ts';
import type { ResultFiles } from './steps.ts';

/** `flaky` names the stories that passed on their second try only; they count neither as passed nor as failed. */
export type Counts = { passed: number; failed: number; flaky: string[] };

/** So many flaky stories are a fault of the product or of the stories, not of a busy machine. */
const mostFlaky = 1;

/**
 * Adds up the tests of both runners. A run that failed although none of its tests did (a type error, a rejection
 * outside of any test, a file that cannot be loaded, too many flaky stories) counts as one failed.
 */
export function countTests(results: ResultFiles, outcomes: Outcome[]): Counts {
  const vitest = readJson(results.vitest) as { numPassedTests: number; numFailedTests: number } | null;
  const playwright = readJson(results.playwright) as PlaywrightReport | null;
  const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0);
  const failed = (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0);
  const flaky = (playwright?.suites ?? []).flatMap(flakyStories);
  const isBroken = flaky.length > mostFlaky || outcomes.some(({ result }) => result === 'failed');
  return { passed, failed: failed === 0 && isBroken ? 1 : failed, flaky };
}

/** The last lines of a run: each flaky story, their number, and the totals, which programs read. */
export const formatCounts = ({ passed, failed, flaky }: Counts): string =>
  [...flaky.map((name) => `flaky: ${name}`), `${flaky.length} flaky`, `${passed} passed, ${failed} failed`].join('\n');

type Suite = { file: string; suites?: Suite[]; specs?: { title: string; tests: { status: string }[] }[] };
type PlaywrightReport = { stats: { expected: number; unexpected: number }; suites: Suite[] };

const flakyStories = ({ file, suites = [], specs = [] }: Suite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
    .map(({ title }) => `${file}: ${title}`),
  ...suites.flatMap(flakyStories),
];

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
