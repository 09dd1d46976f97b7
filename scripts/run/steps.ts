import type { DebianPackage } from './debian-tools.ts';
import { playwright, playwrightAgain, vitest, vitestAgain } from './runner-commands.ts';
import type { Command } from './runner-commands.ts';
import type { TestResult } from './test-report.ts';

/** A step of the test command: programs that run one after another. After a failure the next runs all the same. */
export type Step = {
  name: string;
  /** Folder to run in, relative to the repository. */
  folder?: string;
  commands: Command[];
  /** Name of an earlier step without which this one is not run. */
  needs?: string;
  packages?: DebianPackage[];
  /** Makes the commands of a second try from those of the first and what failed there; without it nothing is tried again. */
  again?: (command: Command, failed: TestResult[]) => Command[];
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

/** The tests and stories whose paths contain one of the words. */
export type Selection = { tests: string[]; stories: string[]; repeat: number };

const buildWeb: Step = { name: 'web build', folder: 'web', commands: [['vite', 'build']] };

const vitestStep = (words: string[], packages: DebianPackage[] = []): Step => ({
  name: 'unit and server tests',
  commands: [vitest(...words)],
  packages: ['postgresql-15', 'redis-server', 'haproxy', 'nginx-light', 'apache2-bin', ...packages],
  again: vitestAgain,
});

const storiesStep = (words: string[]): Step => ({
  name: 'stories in Chromium',
  folder: 'e2e',
  commands: [playwright(...words)],
  needs: buildWeb.name,
  packages: ['chromium-headless-shell', 'fonts-roboto-unhinted'],
  again: playwrightAgain,
});

const otherBrowsersStep: Step = {
  name: 'stories in other browsers',
  folder: 'e2e',
  commands: [playwright('--config=browsers')],
  needs: buildWeb.name,
  packages: ['firefox-esr', 'webkit2gtk-driver', 'xvfb', 'fonts-roboto-unhinted'],
  again: playwrightAgain,
};

/** This step downloads 55 MB. */
const oldChromium: Step = { name: 'an old Chromium', folder: 'e2e/old-chromium', commands: [['npm', 'ci']] };

const oldChromiumStep: Step = {
  name: 'stories in an old Chromium',
  folder: 'e2e',
  commands: [playwright('--config=old-chromium')],
  needs: oldChromium.name,
  // The old Chromium uses the libraries of today's.
  packages: ['chromium-headless-shell', 'fonts-roboto-unhinted'],
  again: playwrightAgain,
};

/** Packages of the programs that server/src/alerts.test.ts starts. */
const alertPackages: DebianPackage[] = ['prometheus'];

/** Packages of the programs that server/src/platform/database/poolers.test.ts starts. */
const poolerPackages: DebianPackage[] = ['pgbouncer'];

/** Packages with which server/src/cli/guide.test.ts boots a machine. */
const guidePackages: DebianPackage[] = ['systemd-container', 'slirp4netns'];

/** The steps that run all tests and stories. */
export const allTestSteps: Step[] = [
  vitestStep([], [...alertPackages, ...poolerPackages, ...guidePackages]),
  buildWeb,
  storiesStep([]),
  otherBrowsersStep,
  oldChromium,
  oldChromiumStep,
];

/** The steps that run the stories in other browsers than today's Chromium. */
export const otherBrowsersSteps: Step[] = [buildWeb, otherBrowsersStep, oldChromium, oldChromiumStep];

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
 * Projects of vitest.config.ts that take minutes: tests that are repeated on PostgreSQL 15 and on object storage for completeness,
 * tests of processes and databases that fail, and tests of a release that is made and installed.
 */
const longProjects = [
  'features on PostgreSQL 15',
  'server under faults, PostgreSQL 18',
  'files in object storage',
  'embedded-postgres',
  'release',
];

/** The steps that run all but the long projects, close looks, and stories marked `@all`. */
export const usualTestSteps: Step[] = [
  vitestStep(longProjects.map((name) => `--project=!${name}`)),
  buildWeb,
  storiesStep([String.raw`--grep-invert=@all|-(${closeLooks.join('|')})\.spec\.ts`]),
];

/** The steps that run the selected tests and stories, each as often as asked; what is repeated gets no second try. */
export function selectedSteps({ tests, stories, repeat }: Selection): Step[] {
  const packages = [
    ...(tests.some((test) => test.includes('alerts')) ? alertPackages : []),
    ...(tests.some((test) => test.includes('pooler')) ? poolerPackages : []),
    ...(tests.some((test) => test.includes('guide')) ? guidePackages : []),
  ];
  const { commands, ...testsStep } = vitestStep(tests, packages);
  const times = Array.from({ length: repeat });
  const steps = [
    ...(tests.length > 0 ? [{ ...testsStep, commands: times.flatMap(() => commands) }] : []),
    ...(stories.length > 0 ? [buildWeb, storiesStep([...stories, `--repeat-each=${repeat}`])] : []),
  ];
  return repeat === 1 ? steps : steps.map(({ again: _, ...step }) => step);
}
