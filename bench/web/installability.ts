import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Row } from '../shared/table.ts';
import { startDemo } from './demo.ts';
import { chromiumPath } from './phone.ts';

/** Measures whether Chromium would install the app. It installs nothing from private windows, which Playwright's contexts are. */
export async function measureInstallability(folder: string): Promise<Row[]> {
  const demo = await startDemo(folder);
  const profile = await mkdtemp(path.join(os.tmpdir(), 'lapau-bench-profile-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    const what = 'what Chromium has against installing the app';
    // This page has no manifest, and Chromium has to refuse it. Its headless shell refuses no page, as it installs none.
    await page.goto(`${demo.url}/healthz`);
    const { installabilityErrors: control } = await cdp.send('Page.getInstallabilityErrors');
    if (control.length === 0) return [{ what, measured: 'this Chromium does not tell' }];
    await page.goto(`${demo.url}/login`, { waitUntil: 'load' });
    const { errors } = await cdp.send('Page.getAppManifest');
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
    const faults = [...errors.map(({ message }) => message), ...installabilityErrors.map(({ errorId }) => errorId)];
    return [
      {
        what,
        measured: faults.join(', ') || 'nothing',
        budget: 'nothing',
        isMet: faults.length === 0,
      },
    ];
  } finally {
    await context.close();
    await demo.stop();
    await rm(profile, { recursive: true, force: true });
  }
}
