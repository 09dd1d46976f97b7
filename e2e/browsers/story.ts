import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { startLapauProcess } from '../../server/src/testing/stories.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import type { Engine, Tab } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { Page } from './page.ts';
import { startWebKit } from './webkit.ts';

const engines = { Firefox: startFirefox, WebKit: startWebKit };

export type EngineName = keyof typeof engines;

type Story = {
  /** Matches the complaints of a page that the story causes on purpose, such as those about a server that is away. */
  expectedErrors: RegExp;
  tab: Tab;
  /** Loads a route of the story's server. */
  open: (route: string) => Promise<Page>;
  /** Keeps a picture of the page in the folder that PICTURES names, if it does. */
  takePicture: (name: string) => Promise<void>;
};

type Worker = {
  lapau: Lapau;
  engineName: EngineName;
  /** Preferences of Firefox that the stories' person has changed. */
  preferences: Record<string, boolean | number>;
  engine: Engine;
};

export const test = base.extend<Story, Worker>({
  engineName: ['Firefox', { option: true, scope: 'worker' }],
  lapau: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const lapau = await startLapauProcess();
      await use(lapau);
      await lapau.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  preferences: [{}, { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName, preferences }, use) => {
      const engine = await engines[engineName](preferences);
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  expectedErrors: [/(?!)/, { option: true }],
  tab: async ({ engine, expectedErrors }, use, testInfo) => {
    const tab = await engine.openTab();
    await use(tab);
    if (testInfo.status !== testInfo.expectedStatus) {
      const file = testInfo.outputPath('page.png');
      await writeFile(file, await tab.takePicture());
      await testInfo.attach('the page', { path: file, contentType: 'image/png' });
    }
    try {
      expect((await tab.takeErrors()).filter((error) => !expectedErrors.test(error))).toEqual([]);
    } finally {
      await tab.close();
    }
  },
  open: async ({ lapau, tab }, use) =>
    use(async (route) => {
      await tab.goTo(new URL(route, lapau.url).href);
      return new Page(tab);
    }),
  takePicture: async ({ tab, engineName }, use) =>
    use(async (name) => {
      const folder = process.env['PICTURES'];
      if (!folder) return;
      await mkdir(folder, { recursive: true });
      await writeFile(path.resolve(folder, `${name}-${engineName}.png`), await tab.takePicture());
    }),
});

export { expect };
