import { test as base, expect } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startLapauProcess } from '../../server/src/testing/stories.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';

type Story = {
  /** Opens a page of its own browser profile, signed in as somebody the builders made. */
  open: (route: string, as?: { cookie: string }) => Promise<Page>;
  /** Console errors this story means to cause, such as a call that is answered badly on purpose: text and address. */
  provokes: RegExp;
};

export const test = base.extend<Story, { lapau: Lapau }>({
  lapau: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const lapau = await startLapauProcess();
      await use(lapau);
      await lapau.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  provokes: [/(?!)/, { option: true }],
  open: async ({ browser, lapau, provokes }, use) => {
    const contexts: BrowserContext[] = [];
    const complaints: string[] = [];
    await use(async (route, as) => {
      const context = await newContext(browser, lapau, as);
      contexts.push(context);
      // Of every page that is opened in it.
      context.on('console', (message) => {
        if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
      });
      context.on('weberror', (problem) => complaints.push(String(problem.error())));
      const page = await context.newPage();
      await page.goto(route);
      return page;
    });
    for (const context of contexts) await context.close();
    expect(complaints.filter((complaint) => !provokes.test(complaint))).toEqual([]);
  },
});

async function newContext(browser: Browser, lapau: Lapau, as?: { cookie: string }): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: lapau.url });
  const [name, value] = as?.cookie.split('=', 2) ?? [];
  if (name && value) await context.addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  return context;
}

export { expect };
