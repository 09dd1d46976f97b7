import { defineConfig } from '@playwright/test';
import type { EngineName } from './story.ts';

/** Stories in engines that Playwright has no driver for: Debian's Firefox ESR and WebKitGTK, with the drivers of their makers. */
export default defineConfig<object, { engineName: EngineName }>({
  testDir: '.',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // The limit is so long that it ends only what never comes.
  timeout: 600_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000, intervals: [50, 100, 250] } },
  outputDir: '../../node_modules/.cache/stories-in-other-browsers',
  projects: [
    { name: 'Firefox', use: { engineName: 'Firefox' } },
    { name: 'WebKit', use: { engineName: 'WebKit' } },
  ],
});
