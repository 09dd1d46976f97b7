import { defineConfig } from '@playwright/test';
import today from '../playwright.config.ts';
import { executable } from './global-setup.ts';

/** Stories in a Chromium of June 2022, the oldest one that there is a package of (D138). Its processes want each other's rights. */
export default defineConfig(today, {
  testIgnore: [],
  workers: 2,
  globalSetup: './global-setup.ts',
  outputDir: '../../node_modules/.cache/stories-in-an-old-chromium',
  use: { launchOptions: { ...today.use?.launchOptions, executablePath: executable } },
});
