import { test as base, expect } from '@playwright/test';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { startLapauProcess } from '../../server/src/testing/stories.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';

/** Opens a page of its own browser profile, signed in as a person of the builders, signed out without one. */
export type Open = (route: string, as?: { cookie: string }) => Promise<Page>;

type Story = {
  open: Open;
  /** Matches the console errors (text and address) that this story causes on purpose, such as a failed call. */
  expectedErrors: RegExp;
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
  expectedErrors: [/(?!)/, { option: true }],
  open: async ({ browser, lapau, expectedErrors }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[] = [];
    await use(async (route, as) => {
      const context = await newContext(browser, lapau, as);
      contexts.push(context);
      // Of every page in this context.
      context.on('console', (message) => {
        if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
      });
      context.on('weberror', (webError) => errors.push(String(webError.error())));
      const page = await context.newPage();
      await page.goto(route);
      return page;
    });
    for (const page of contexts.flatMap((context) => context.pages())) await expectNoSidewaysScroll(page);
    for (const context of contexts) await context.close();
    expect(errors.filter((error) => !expectedErrors.test(error))).toEqual([]);
  },
});

/** Fails when a page is wider than the screen. Tried again, since a page may be on its way to another one. */
const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect(async () => {
    const tooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
      return scrollWidth > clientWidth ? { scrollWidth, clientWidth, address: location.href } : undefined;
    });
    expect(tooWide).toBeUndefined();
  }).toPass({ timeout: 15_000 });

/** The timer that closes a toast, as its library writes it; another try of a request (D44) may come after 4 s too. */
export const toastTimer = { durationMs: 4_000, code: 'onAutoClose' };

async function newContext(browser: Browser, lapau: Lapau, as?: { cookie: string }): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: lapau.url });
  await context.addInitScript(stretchTimers, toastTimer);
  const [name, value] = as?.cookie.split('=', 2) ?? [];
  if (name && value) await context.addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  return context;
}

/**
 * Lets the page's timers of `durationMs` with `code` in their function last a minute, as an init script: a slow machine sees
 * what goes by itself, and what the app has to take away does not pass the story by running out.
 */
export function stretchTimers({ durationMs, code = '' }: { durationMs: number; code?: string }): void {
  const start = window.setTimeout.bind(window);
  const stretched = (handler: () => void, delayMs?: number, ...given: unknown[]) =>
    start(handler, delayMs === durationMs && String(handler).includes(code) ? 60_000 : delayMs, ...given);
  window.setTimeout = stretched as typeof window.setTimeout;
}

export { expect };
