import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** More than there are processors: much of the time tests wait, for a database, a killed process or a time that has to pass. */
const maxWorkers = Math.max(4, availableParallelism());

/** Tests lie beside what they test. */
const testsIn = (name: string, folder: string) => ({ name, root: folder, include: ['**/*.test.{ts,tsx}'] });

/** The server's tests run on the bundled PostgreSQL and on Debian's; testing/global-setup.ts chooses by the project's name. */
const server = (name: string, files: { include?: string[]; exclude?: string[] } = {}, inObjectStorage = false) => ({
  test: {
    ...testsIn(name, 'server/src'),
    ...files,
    provide: { inObjectStorage },
    globalSetup: 'testing/global-setup.ts',
    // Each worker is a process, each file has a database of its own. Without isolation a worker loads modules only once.
    pool: 'forks' as const,
    maxWorkers,
    isolate: false,
  },
});

/**
 * These concern the database as such: its schema, migrations, transactions, clocks and locks; and every call with a valid
 * input, which runs every call's statements.
 */
const databaseTests = [
  '*.test.ts',
  'platform/{clock,database,jobs,transactions,upgrade,workers}/*.test.ts',
  'platform/text/words.test.ts',
  'platform/http/permissions.test.ts',
  'features/*/lock-order.test.ts',
];

/** Tests that start, freeze and kill processes and database servers of their own, and wait until the others notice. */
const faultTests = [
  'alerts.test.ts',
  'cli/backup.test.ts',
  'cli/service.test.ts',
  'platform/database/notify-queue.test.ts',
  'platform/database/outages.test.ts',
  'platform/database/poolers.test.ts',
  'platform/upgrade/refuse-database.test.ts',
  'platform/clock/set-clock.test.ts',
  'platform/database/silent-connections.test.ts',
  'platform/database/standby-waits.test.ts',
  'platform/start/wait-for-database.test.ts',
  'platform/files/picture-workers.test.ts',
  'features/chat/delivery.test.ts',
  'features/push/delivery.test.ts',
];

/** These concern stored files. */
const fileTests = [
  'platform/files/{orphans,outdated-uploader,permission,removal,serve,upload}.test.ts',
  'features/previews/previews.test.ts',
  'features/profile/personal-data.test.ts',
];

/** The features' tests, and what the doctor says of a version. */
const featureTests = ['features/**/*.test.ts', 'operations/doctor/check-{database,postgres}.test.ts'];

/**
 * Tests of those above that do not depend on the version: of connections, mails, sign-ins, pictures, limits, clocks and faults, and long
 * walks whose statements the calls' own tests run.
 */
const ofNoVersion = [
  ...faultTests,
  'main.test.ts',
  'processes.test.ts',
  'two-clocks.test.ts',
  'unusual-settings.test.ts',
  'platform/clock/clock-jumps.test.ts',
  'platform/jobs/misdated-jobs.test.ts',
  'features/auth/!(lock-order).test.ts',
  'features/*/{floods,races}.test.ts',
  'features/chat/{blocked-signals,unread}.test.ts',
  'features/desk/links.test.ts',
  'features/previews/previews.test.ts',
  'features/profile/{leaks,marks}.test.ts',
  'features/push/{failures,lanes,worker}.test.ts',
];

export default defineConfig({
  test: {
    // An unhandled rejection fails the file that runs when it comes, and a test left marked "only" fails too.
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    maxWorkers,
    // All projects have these limits. They end only what never comes: no slow machine may decide a test.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      { test: testsIn('contract', 'contract/src') },
      server('server on PostgreSQL 18', { exclude: [...faultTests, 'cli/guide.test.ts'] }),
      server('server on PostgreSQL 15', { include: databaseTests, exclude: ofNoVersion }),
      // Only with `npm test -- --all` (scripts/run/steps.ts): the next three and the embedded server's.
      server('server under faults, PostgreSQL 18', { include: faultTests }),
      server('features on PostgreSQL 15', { include: featureTests, exclude: [...databaseTests, ...ofNoVersion] }),
      server('files in object storage', { include: fileTests }, true),
      { test: testsIn('embedded-postgres', 'embedded-postgres/src') },
      { test: testsIn('web', 'web/src') },
      { test: testsIn('demo', 'demo/src') },
      { test: { ...testsIn('scripts', 'scripts'), exclude: ['release/**'] } },
      // Only with `npm test -- --all`: it makes a release, installs it and walks through the operating guide with it.
      {
        test: {
          name: 'release',
          include: ['scripts/release/*.test.ts', 'server/src/cli/guide.test.ts'],
          globalSetup: 'scripts/release/global-setup.ts',
        },
      },
    ],
  },
});
