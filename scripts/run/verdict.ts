import type { Outcome } from './run-steps.ts';
import type { TestResult } from './test-report.ts';

/** A test that failed in one pass only: its result in that pass, and how long it took in the other one. */
export type Unsteady = { failed: TestResult; secondsWhenPassed: number };

export type Verdict = { passed: number; red: TestResult[]; unsteady: Unsteady[] };

/**
 * Judges a run by its first pass and by the second, in which what failed in the first was run alone. Red is what failed in both,
 * what failed and was not run again, and a second pass that failed as a whole; unsteady is what failed in one.
 */
export function judge(first: Outcome[], second: Outcome[]): Verdict {
  const before = first.flatMap(({ tests }) => tests);
  const after = second.flatMap(({ tests }) => tests);
  const passedBefore = new Set(before.filter(hasPassed).map(keyOf));
  const red: TestResult[] = [];
  const unsteady: Unsteady[] = [];
  for (const failed of before.filter(hasFailed)) {
    const runs = after.filter((run) => isPartOf(run, failed));
    if (runs.some((run) => hasFailed(run) && !passedBefore.has(keyOf(run)))) continue;
    if (runs.some(hasPassed)) unsteady.push({ failed, secondsWhenPassed: seconds(runs) });
    else red.push(failed);
  }
  for (const failed of after.filter(hasFailed)) {
    const passed = before.filter((run) => hasPassed(run) && keyOf(run) === keyOf(failed));
    if (passed.length > 0) unsteady.push({ failed, secondsWhenPassed: seconds(passed) });
    else red.push(failed);
  }
  const passedNow = after.filter((run) => hasPassed(run) && !passedBefore.has(keyOf(run)));
  return { passed: before.filter(hasPassed).length + passedNow.length, red, unsteady };
}

const hasFailed = ({ outcome }: TestResult): boolean => outcome === 'failed';
const hasPassed = ({ outcome }: TestResult): boolean => outcome === 'passed';
const keyOf = ({ step, project, file, name }: TestResult): string => JSON.stringify([step, project, file, name]);
const seconds = (runs: TestResult[]): number => runs.reduce((sum, run) => sum + run.seconds, 0);

/** Whether a result is of this test, or of this group, file or step when that is what failed. Vitest alone reports groups. */
const isPartOf = (run: TestResult, failed: TestResult): boolean =>
  run.step === failed.step &&
  (failed.file === '' || (run.project === failed.project && run.file === failed.file)) &&
  (failed.name === '' || run.name === failed.name || run.name.startsWith(`${failed.name} > `));
