import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '../..');

/** A step of the test command: programs that run one after another until one fails. */
export type Step = {
  name: string;
  /** Folder to run in, relative to the repository. */
  folder?: string;
  commands: [program: string, ...args: string[]][];
  env?: NodeJS.ProcessEnv;
};

const projects = [
  '.',
  'contract',
  'contract/tsconfig.test.json',
  'embedded-postgres',
  'server',
  'demo',
  'web',
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

/** The steps that run tests leave their results as JSON in these files. */
export type ResultFiles = { vitest: string; playwright: string };

export const testSteps = (results: ResultFiles): Step[] => [
  {
    name: 'unit and server tests',
    commands: [['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results.vitest}`]],
  },
  { name: 'web build', folder: 'web', commands: [['vite', 'build']] },
  {
    name: 'stories in Chromium',
    folder: 'e2e',
    commands: [['playwright', 'test', '--reporter=list,json']],
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: results.playwright },
  },
];
