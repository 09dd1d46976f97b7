import { defineConfig } from '@playwright/test';

/** Stories in Debian's Chromium as on a small Android phone. Each worker has a server of its own (support/story.ts). */
export default defineConfig({
  testDir: '.',
  testIgnore: ['browsers/**', 'old-chromium/**'],
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // The limit is so long that it ends only what never comes.
  timeout: 300_000,
  // After 25 s a page asks for its session again, which would hide a lost signal.
  expect: { timeout: 15_000, toPass: { timeout: 60_000 } },
  outputDir: '../node_modules/.cache/stories',
  use: {
    // A click on what never comes ends long before its story does.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    viewport: { width: 360, height: 740 },
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    hasTouch: true,
    isMobile: true,
    // Only stories about a phone without signal have the app kept on the device: for the others each start is a first one.
    serviceWorkers: 'block',
    launchOptions: {
      // This browser has no window, which would take almost as much of the processor as the page.
      executablePath: '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    },
  },
});
