import { existsSync, readFileSync } from 'node:fs';
import type { Outcome } from './run-steps.ts';
import type { ResultFiles } from './steps.ts';

export type Counts = { passed: number; failed: number };

/**
 * Adds up the tests of both runners. A run that failed although none of its tests did (a type error, a rejection
 * outside of any test, a file that cannot be loaded) counts as one failed.
 */
export function countTests(results: ResultFiles, outcomes: Outcome[]): Counts {
  const vitest = readJson(results.vitest) as { numPassedTests: number; numFailedTests: number } | null;
  const playwright = readJson(results.playwright) as PlaywrightReport | null;
  const passed = (vitest?.numPassedTests ?? 0) + (playwright?.stats.expected ?? 0) + (playwright?.stats.flaky ?? 0);
  const failed = (vitest?.numFailedTests ?? 0) + (playwright?.stats.unexpected ?? 0);
  const isBroken = outcomes.some(({ result }) => result === 'failed');
  return { passed, failed: failed === 0 && isBroken ? 1 : failed };
}

type PlaywrightReport = { stats: { expected: number; flaky: number; unexpected: number } };

const readJson = (file: string): unknown => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
