import path from 'node:path';
import { root } from '../root.ts';
import { titleSeparator } from './test-report.ts';
import type { TestResult } from './test-report.ts';

export type Command = [program: string, ...args: string[]];

/** After so many that failed twice the run is red anyway, and what is left is not tried again. */
const mostFailures = 5;

const reporter = (runner: 'vitest' | 'playwright') => path.join(import.meta.dirname, `${runner}-reporter.ts`);

/** Runs tests with Vitest, which writes how each ended to the report of the step. */
export const vitest = (...words: string[]): Command => [
  'vitest',
  'run',
  '--reporter=default',
  `--reporter=${reporter('vitest')}`,
  ...words,
];

/** Runs stories with Playwright, which writes how each ended to the report of the step. */
export const playwright = (...words: string[]): Command => [
  'playwright',
  'test',
  `--reporter=list,${reporter('playwright')}`,
  ...words,
];

/**
 * Runs the files of the failed tests once more, one after another, as a test may fail for what one before it in its file has done.
 * What failed and has no file has everything run.
 * @param command the first try's
 */
export function vitestAgain(command: Command, failed: TestResult[]): Command[] {
  const alone = ['--maxWorkers=1', `--bail=${mostFailures}`];
  if (failed.some(({ file }) => file === '')) return [[...command, ...alone]];
  return [...Map.groupBy(failed, ({ project }) => project)].map(([project, tests]) =>
    vitest(
      ...alone,
      ...(project === '' ? [] : [`--project=${project}`]),
      ...new Set(tests.map(({ file }) => path.join(root, file))),
    ),
  );
}

/** Runs the failed stories once more, one after another; all of them if one that failed has no file. */
export function playwrightAgain(command: Command, failed: TestResult[]): Command[] {
  const alone = ['--workers=1', `--max-failures=${mostFailures}`];
  if (failed.some(({ file }) => file === '')) return [[...command, ...alone]];
  const titles = new Set(failed.map(({ name }) => RegExp.escape(name.replaceAll(titleSeparator, ' '))));
  const files = new Set(failed.map(({ file }) => path.basename(file)));
  // after the titles stand the tags
  return [[...command, ...alone, `--grep=(^| )(${[...titles].join('|')})( @|$)`, ...files]];
}
