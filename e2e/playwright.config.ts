import { defineConfig } from '@playwright/test';

/** Stories in Debian's Chromium as on a small Android phone. Each worker has a server of its own (support/story.ts). */
export default defineConfig({
  testDir: '.',
  testIgnore: 'browsers/**',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A story that passes on the second try is reported as flaky; two of them fail the run (scripts/run/counts.ts).
  retries: 1,
  // Time decides nothing: only what never comes takes so long.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  outputDir: '../node_modules/.cache/stories',
  use: {
    viewport: { width: 360, height: 740 },
    locale: 'id-ID',
    timezoneId: 'Asia/Jakarta',
    hasTouch: true,
    isMobile: true,
    // Only stories about a phone without signal have the app kept on the device: for the others each start is a first one.
    serviceWorkers: 'block',
    launchOptions: {
      // Without a window, which would take almost as much of the processor as the page.
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
