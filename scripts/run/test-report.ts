import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from '../root.ts';

/** How one test or story ended, or a file of tests that could not be run. */
export type TestResult = {
  /** The step of the test command, which reads the report, that it ran in. */
  step: string;
  /** The project of Vitest or Playwright that it ran in, '' for the only one. */
  project: string;
  /** Relative to the repository; '' for a whole step that failed although none of its tests did. */
  file: string;
  /** The title with those of its groups around it; '' for the file itself. */
  name: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seconds: number;
  /** The machine's load of the last minute when it ended. */
  load: number;
  error?: string;
};

/** How long a file of tests took in one project, its hooks and fixtures included. */
export type FileTime = { file: string; project: string; seconds: number };

/** `ends` counts the runs that came to their end: a runner that is killed says nothing of what it has not run. */
type Report = { tests: TestResult[]; files: FileTime[]; ends: number };

type Line = { test: Omit<TestResult, 'step'> } | { file: FileTime } | { hasEnded: true };

/** Stands between the titles of a story and the groups around it. */
export const titleSeparator = ' › ';

/** The variable that tells a step's reporter the file to write to. */
export const reportVariable = 'LAPAU_TEST_REPORT';

/** Adds a line to the report, at once: a runner that is killed leaves what it knew. */
function append(line: Line): void {
  appendFileSync(process.env[reportVariable] ?? os.devNull, `${JSON.stringify(line)}\n`);
}

/**
 * @param result its file as an absolute path
 * @param errors what it failed with, in the colours of a terminal
 */
export function reportTest(
  result: Omit<TestResult, 'step' | 'load' | 'error'>,
  errors: readonly { message?: string }[] = [],
): void {
  const error = errors.map(({ message = '' }) => stripVTControlCharacters(message)).join('\n');
  append({
    test: {
      ...result,
      file: result.file && path.relative(root, result.file),
      load: os.loadavg()[0] ?? 0,
      ...(error && { error }),
    },
  });
}

/** @param time its file as an absolute path */
export const reportFile = (time: FileTime): void => append({ file: { ...time, file: path.relative(root, time.file) } });

export const reportEnd = (): void => append({ hasEnded: true });

/** Reads what the reporter of a step has written, nothing if it has not begun. */
export function readReport(report: string, step: string): Report {
  const lines = existsSync(report) ? readFileSync(report, 'utf8').split('\n').filter(Boolean) : [];
  const parsed = lines.map((line) => JSON.parse(line) as Line);
  return {
    tests: parsed.flatMap((line) => ('test' in line ? { step, ...line.test } : [])),
    files: parsed.flatMap((line) => ('file' in line ? line.file : [])),
    ends: parsed.filter((line) => 'hasEnded' in line).length,
  };
}
