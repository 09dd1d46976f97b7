import { globSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { root } from '../root.ts';
import type { Selection } from './steps.ts';

const usage = 'npm test [-- --all | -- --browsers | -- [--repeat <times>] <part of a test’s or story’s path> …]';

/**
 * Reads the arguments of the test command.
 * @param files paths of all tests and stories, relative to the repository
 * @returns 'usual' without arguments, 'all' for everything there is, 'browsers' for the stories in other browsers
 * @throws an error for the person at the terminal when a word fits no file
 */
export function selectTests(args: string[], files: string[] = testFiles()): Selection | 'usual' | 'all' | 'browsers' {
  const options = { repeat: { type: 'string' }, all: { type: 'boolean' }, browsers: { type: 'boolean' } } as const;
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (values.all) {
    if (args.length > 1) throw new Error(`--all runs everything: ${usage}`);
    return 'all';
  }
  if (values.browsers) {
    if (args.length > 1) throw new Error(`--browsers runs all stories in other browsers: ${usage}`);
    return 'browsers';
  }
  const repeat = Number(values.repeat ?? 1);
  if (!Number.isInteger(repeat) || repeat < 1) throw new Error(`--repeat takes a number of times: ${usage}`);
  if (positionals.length === 0) {
    if (values.repeat !== undefined) throw new Error(`--repeat wants the tests or stories to repeat: ${usage}`);
    return 'usual';
  }
  const fits = (word: string, isStory: boolean) =>
    files.some((file) => file.includes(word) && file.startsWith('e2e/') === isStory);
  const unknown = positionals.find((word) => !fits(word, true) && !fits(word, false));
  if (unknown !== undefined) throw new Error(`No test and no story has ${unknown} in its path: ${usage}`);
  return {
    tests: positionals.filter((word) => fits(word, false)),
    stories: positionals.filter((word) => fits(word, true)).map((word) => word.replace(/^e2e\//, '')),
    repeat,
  };
}

const testFiles = (): string[] =>
  globSync(
    ['{contract,embedded-postgres,server,web,demo}/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'e2e/*.spec.ts'],
    {
      cwd: root,
    },
  );
