import path from 'node:path';
import type { DebianPackage } from './debian-tools.ts';

export const root = path.resolve(import.meta.dirname, '../..');

/** A step of the test command: programs that run one after another. After a failure the next runs all the same. */
export type Step = {
  name: string;
  /** Folder to run in, relative to the repository. */
  folder?: string;
  commands: [program: string, ...args: string[]][];
  env?: NodeJS.ProcessEnv;
  /** Name of an earlier step without which this one is not run. */
  needs?: string;
  packages?: DebianPackage[];
};

const projects = [
  '.',
  'contract',
  'contract/tsconfig.test.json',
  'embedded-postgres',
  'server',
  'demo',
  'web',
  'web/src/worker',
  'web/tsconfig.test.json',
  'e2e',
  'bench',
  'bench/web',
];

export const checkSteps: Step[] = [
  { name: 'types', commands: projects.map((project) => ['tsc', '-p', project]) },
  { name: 'lint', commands: [['oxlint']] },
  { name: 'format', commands: [['oxfmt', '--check']] },
  { name: 'house rules', commands: [['node', 'scripts/check-house.ts']] },
];

/** The steps that run tests leave their results as JSON, a file for each run: in the folder of vitest, and in that of the stories. */
export type ResultFiles = { vitest: string; playwright: string };

/** The tests and stories whose paths contain one of the words. */
export type Selection = { tests: string[]; stories: string[]; repeat: number };

const buildWeb: Step = { name: 'web build', folder: 'web', commands: [['vite', 'build']] };

/** The steps that run all tests and stories. */
export const allTestSteps = (results: ResultFiles): Step[] => [
  vitestStep(results, [], 1, alertPackages),
  buildWeb,
  storiesStep(results, []),
  otherBrowsersStep(results),
];

/** The steps that run the stories in other engines than Chromium's. */
export const otherBrowsersSteps = (results: ResultFiles): Step[] => [buildWeb, otherBrowsersStep(results)];

/** Ends of the names of story files that go through a screen's sizes, inputs, failures and limits one by one. */
const closeLooks = [
  'accessibility',
  'crash',
  'desktop',
  'draft',
  'failures',
  'first-paint',
  'first-screen',
  'first-tap',
  'keyboard',
  'limits',
  'poster',
  'room',
  'scrolling',
  'shifts',
  'toasts',
  'viewer',
];

/**
 * Projects of vitest.config.ts that take minutes: what PostgreSQL 15 and object storage repeat for completeness, and processes and
 * databases that fail; and a release that is made and installed.
 */
const longProjects = [
  'rest of the server on PostgreSQL 15',
  'server under faults, PostgreSQL 18',
  'files in object storage',
  'embedded-postgres',
  'release',
];

/** The steps that run all but the long projects, close looks, and stories marked `@all`. */
export const usualTestSteps = (results: ResultFiles): Step[] => [
  vitestStep(
    results,
    longProjects.map((name) => `--project=!${name}`),
    1,
  ),
  buildWeb,
  storiesStep(results, [String.raw`--grep-invert=@all|-(${closeLooks.join('|')})\.spec\.ts`]),
];

/** The steps that run the selected tests and stories, each as often as asked; a repeated story gets no second try. */
export const selectedSteps = (results: ResultFiles, { tests, stories, repeat }: Selection): Step[] => [
  ...(tests.length > 0
    ? [vitestStep(results, tests, repeat, tests.some((test) => test.includes('alerts')) ? alertPackages : [])]
    : []),
  ...(stories.length > 0
    ? [buildWeb, storiesStep(results, [...stories, ...(repeat > 1 ? [`--repeat-each=${repeat}`, '--retries=0'] : [])])]
    : []),
];

const vitestStep = (
  { vitest }: ResultFiles,
  words: string[],
  repeat: number,
  packages: DebianPackage[] = [],
): Step => ({
  name: 'unit and server tests',
  commands: Array.from({ length: repeat }, (_, run) => [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(vitest, `${run}.json`)}`,
    ...words,
  ]),
  packages: ['postgresql-15', 'redis-server', ...packages],
});

/** Of server/src/alerts.test.ts. */
const alertPackages: DebianPackage[] = ['prometheus'];

const storiesStep = ({ playwright }: ResultFiles, words: string[]): Step => ({
  name: 'stories in Chromium',
  folder: 'e2e',
  commands: [['playwright', 'test', '--reporter=list,json', ...words]],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(playwright, 'chromium.json') },
  needs: buildWeb.name,
  packages: ['chromium-headless-shell', 'fonts-roboto-unhinted'],
});

const otherBrowsersStep = ({ playwright }: ResultFiles): Step => ({
  name: 'stories in other browsers',
  folder: 'e2e',
  commands: [['playwright', 'test', '--config=browsers', '--reporter=list,json']],
  env: { PLAYWRIGHT_JSON_OUTPUT_FILE: path.join(playwright, 'other-browsers.json') },
  needs: buildWeb.name,
  packages: ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'fonts-roboto-unhinted'],
});
