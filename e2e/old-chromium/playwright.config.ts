import { defineConfig } from '@playwright/test';
import today from '../playwright.config.ts';
import { executable } from './global-setup.ts';

/** Stories in a Chromium of June 2022: of the versions that npm has, it is the first after the oldest one in use (D138). */
export default defineConfig(today, {
  testIgnore: [],
  workers: 2,
  globalSetup: './global-setup.ts',
  outputDir: '../../node_modules/.cache/stories-in-an-old-chromium',
  use: { launchOptions: { ...today.use?.launchOptions, executablePath: executable } },
});
