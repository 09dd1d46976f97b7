import type { Outcome } from './run-steps.ts';
import type { FileTime, TestResult } from './test-report.ts';
import type { Verdict } from './verdict.ts';

/** How many lines of each kind fit on one screen. */
const most = { red: 6, errorLines: 2, unsteady: 8, files: 10 };

/**
 * The last screen of a run: seconds by step, the slowest files, what is red, what was unsteady, and at the end the totals, which
 * programs read.
 */
export function formatSummary(first: Outcome[], second: Outcome[], { passed, red, unsteady }: Verdict): string {
  const steps = [...first, ...second.map((outcome) => ({ ...outcome, name: `${outcome.name}, again` }))];
  return [
    ...formatOutcomes(steps),
    '',
    ...slowestFiles(first.flatMap(({ files }) => files)),
    '',
    ...listed(red, most.red, (test) => `red: ${nameOf(test)}${errorOf(test, most.errorLines)}`),
    ...listed(unsteady, most.unsteady, ({ failed, secondsWhenPassed }) => {
      const times = `${inSeconds(failed)}, load ${failed.load.toFixed(1)} (${secondsWhenPassed.toFixed(1)} s when it passed)`;
      return `unsteady: ${nameOf(failed)}, ${times}${errorOf(failed, 1)}`;
    }),
    `${unsteady.length} unsteady`,
    `${passed} passed, ${red.length} failed`,
  ].join('\n');
}

/** A row for each step: whether it passed, and how long it took. */
export function formatOutcomes(outcomes: Outcome[]): string[] {
  const width = Math.max(...outcomes.map(({ name }) => name.length));
  return outcomes.map(({ name, result, seconds }) => {
    const time = result === 'not run' ? '' : `${seconds.toFixed(1)} s`.padStart(9);
    return `${name.padEnd(width)}  ${result.padEnd(7)}${time}`;
  });
}

function slowestFiles(files: FileTime[]): string[] {
  const bySeconds = [...Map.groupBy(files, nameOf)]
    .map(([name, times]) => ({ name, seconds: times.reduce((sum, { seconds }) => sum + seconds, 0) }))
    .toSorted((one, other) => other.seconds - one.seconds);
  return bySeconds.slice(0, most.files).map((file) => `${inSeconds(file).padStart(9)}  ${file.name}`);
}

function listed<Item>(items: Item[], atMost: number, format: (item: Item) => string): string[] {
  const rest = items.length - atMost;
  return [...items.slice(0, atMost).map(format), ...(rest > 0 ? [`… and ${rest} more, further up`] : [])];
}

const nameOf = ({
  file,
  name,
  project,
  step,
}: {
  file: string;
  name?: string;
  project: string;
  step?: string;
}): string => [file || step, name].filter(Boolean).join(': ') + (file && project && ` (${project})`);

const inSeconds = ({ seconds }: { seconds: number }): string => `${seconds.toFixed(1)} s`;

const errorOf = ({ error = '' }: TestResult, lines: number): string =>
  error
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, lines)
    .map((line) => `\n    ${line.trim().slice(0, 160)}`)
    .join('');
