import { defineConfig } from 'vitest/config';

/** A room's tests lie beside what they test. */
const room = (name: string, folder: string) => ({ name, root: folder, include: ['**/*.test.{ts,tsx}'] });

export default defineConfig({
  test: {
    // An unhandled rejection fails the run, and so does a test left marked "only".
    dangerouslyIgnoreUnhandledErrors: false,
    allowOnly: false,
    maxWorkers: 2,
    projects: [
      { test: room('contract', 'contract/src') },
      {
        test: {
          ...room('server', 'server/src'),
          globalSetup: 'testing/global-setup.ts',
          // Each worker is a process of its own with a database of its own.
          pool: 'forks',
          maxWorkers: 2,
          hookTimeout: 60_000,
          testTimeout: 30_000,
        },
      },
      { test: room('web', 'web/src') },
      { test: room('scripts', 'scripts') },
    ],
  },
});
