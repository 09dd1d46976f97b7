import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../root.ts';
import { titleSeparator } from './test-report.ts';
import type { TestResult } from './test-report.ts';

export type Command = [program: string, ...args: string[]];

/** After so many failures in the second try the run is red anyway, and what is left is not tried again. */
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
 * If a failure has no file, all files are run again.
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

/**
 * Runs the failed stories once more, one after another, with the whole file of a story that builds on earlier ones. If a
 * failure has no file, all stories are run again.
 */
export function playwrightAgain(command: Command, failed: TestResult[]): Command[] {
  const alone = [...command, '--workers=1', `--max-failures=${mostFailures}`] as Command;
  if (failed.some(({ file }) => file === '')) return [alone];
  const namesOf = (stories: TestResult[]) => [...new Set(stories.map(({ file }) => path.basename(file)))];
  const { serial = [], parallel = [] } = Object.groupBy(failed, isSerial);
  const titles = new Set(parallel.map(({ name }) => RegExp.escape(name.replaceAll(titleSeparator, ' '))));
  return [
    ...(serial.length > 0 ? [[...alone, ...namesOf(serial)] as Command] : []),
    // The tags stand after the titles.
    ...(parallel.length > 0
      ? [[...alone, `--grep=(^| )(${[...titles].join('|')})( @|$)`, ...namesOf(parallel)] as Command]
      : []),
  ];
}

const isSerial = ({ file }: TestResult): 'serial' | 'parallel' =>
  readFileSync(path.join(root, file), 'utf8').includes("mode: 'serial'") ? 'serial' : 'parallel';
