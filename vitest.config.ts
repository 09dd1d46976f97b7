import { defineConfig } from 'vitest/config';

/** A room's tests lie beside what they test. */
const room = (name: string, folder: string) => ({ name, root: folder, include: ['**/*.test.{ts,tsx}'] });

/** The server's tests, once on the bundled database and once on Debian's (testing/global-setup.ts goes by the name). */
const server = (name: string, exclude: string[] = []) => ({
  test: {
    ...room(name, 'server/src'),
    exclude,
    globalSetup: 'testing/global-setup.ts',
    // Each worker is a process of its own, each file has a database of its own; what they import is loaded once a worker.
    pool: 'forks' as const,
    maxWorkers: 2,
    isolate: false,
    hookTimeout: 60_000,
    testTimeout: 30_000,
  },
});

export default defineConfig({
  test: {
    // An unhandled rejection fails the run, and so does a test left marked "only".
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    maxWorkers: 2,
    projects: [
      { test: room('contract', 'contract/src') },
      server('server on PostgreSQL 18'),
      // what draws pictures, or starts engines of its own, is the same on either
      server('server on PostgreSQL 15', [
        'cli/**',
        'platform/outages.test.ts',
        'platform/wait-for-database.test.ts',
        'platform/files/image.test.ts',
      ]),
      { test: { ...room('embedded-postgres', 'embedded-postgres/src'), hookTimeout: 60_000, testTimeout: 30_000 } },
      { test: room('web', 'web/src') },
      { test: room('demo', 'demo/src') },
      { test: room('scripts', 'scripts') },
    ],
  },
});
