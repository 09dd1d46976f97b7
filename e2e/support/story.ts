import { test as base, expect } from '@playwright/test';
import type { Browser, BrowserContext, ConsoleMessage, Page, WebError } from '@playwright/test';
import { startLapauProcess } from '../../server/src/testing/stories.ts';
import type { Lapau } from '../../server/src/testing/stories.ts';
import { watchReplacedTexts } from './replaced-texts.ts';

/** Opens a page of an empty browser profile, signed in as a person of the builders, or signed out if none is given. */
export type Open = (route: string, as?: { cookie: string }) => Promise<Page>;

type Story = {
  open: Open;
  /** Matches the console errors (text and address) that this story causes on purpose, such as a failed call. */
  expectedErrors: RegExp;
};

type WorkerScope = { scope: 'worker'; timeout: number };

type Worker = {
  lapau: Lapau;
  /** The browser profile of the worker's stories, which each story leaves without a page, and the options that it was made with. */
  profile: { context?: BrowserContext; options?: string };
  /** Whether the pages of a profile run in one process, in which none compiles the app again. A process is offline as a whole. */
  sharesProcess: boolean;
};

/** The fixture of a worker's server. A file whose tests extend theirs by it once more has a server that no other file uses. */
export const ownServer: [(args: object, use: (lapau: Lapau) => Promise<void>) => Promise<void>, WorkerScope] = [
  // oxlint-disable-next-line no-empty-pattern
  async ({}, use) => {
    const lapau = await startLapauProcess();
    await use(lapau);
    await lapau.stop();
  },
  { scope: 'worker', timeout: 300_000 },
];

/** Options with which Chromium runs all pages of a profile's site in one process, and starts none in advance. */
const sharing = ['--process-per-site', '--disable-features=SpareRendererForSitePerProcess'];

export const test = base.extend<Story, Worker>({
  lapau: ownServer,
  // oxlint-disable-next-line no-empty-pattern
  profile: [({}, use) => use({}), { scope: 'worker' }],
  sharesProcess: [false, { option: true, scope: 'worker' }],
  launchOptions: [
    ({ launchOptions, sharesProcess }, use) =>
      use(sharesProcess ? { ...launchOptions, args: [...(launchOptions.args ?? []), ...sharing] } : launchOptions),
    { scope: 'worker' },
  ],
  expectedErrors: [/(?!)/, { option: true }],
  open: async (
    {
      browser,
      lapau,
      profile,
      sharesProcess,
      expectedErrors,
      viewport,
      isMobile,
      hasTouch,
      serviceWorkers,
      timezoneId,
      contextOptions,
    },
    use,
  ) => {
    const contexts: BrowserContext[] = [];
    const errors: string[] = [];
    const options = JSON.stringify({ viewport, isMobile, hasTouch, serviceWorkers, timezoneId, contextOptions });
    if (profile.options !== options) {
      await profile.context?.close();
      Object.assign(profile, { context: undefined, options });
    }
    const noteConsole = (message: ConsoleMessage) => {
      if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`);
    };
    const noteError = (webError: WebError) => void errors.push(String(webError.error()));
    await use(async (route, as) => {
      const isFirst = contexts.length === 0;
      const context = (isFirst && profile.context) || (await newContext(browser, lapau, profile));
      if (isFirst && !profile.context && sharesProcess) await keepProcess(context);
      if (isFirst) profile.context = context;
      contexts.push(context);
      // Errors of every page in this context count.
      context.on('console', noteConsole).on('weberror', noteError);
      const page = await context.newPage();
      await clearStorage(page, lapau);
      await signIn(context, lapau, as);
      await page.goto(route);
      return page;
    });
    for (const page of contexts.flatMap((context) => context.pages())) await expectNoSidewaysScroll(page);
    for (const context of contexts) {
      if (context !== profile.context) await context.close();
      else await leave(context.off('console', noteConsole).off('weberror', noteError));
    }
    expect(errors.filter((error) => !expectedErrors.test(error))).toEqual([]);
  },
});

/** Fails when a page is wider than the screen. The check is tried again, since a page may be on its way to another one. */
const expectNoSidewaysScroll = (page: Page): Promise<void> =>
  expect(async () => {
    const tooWide = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.scrollingElement ?? document.documentElement;
      return scrollWidth > clientWidth ? { scrollWidth, clientWidth, address: location.href } : undefined;
    });
    expect(tooWide).toBeUndefined();
  }).toPass();

/** The timer that closes a toast, as its library writes it; another try of a request (D44) may come after 4 s too. */
export const toastTimer = { durationMs: 4_000, code: 'onAutoClose' };

/** Makes a context. The profile drops it once a story has closed it or set its clock, since neither can be taken back. */
async function newContext(browser: Browser, lapau: Lapau, profile: Worker['profile']): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL: lapau.url });
  await context.addInitScript(stretchTimers, toastTimer);
  await context.addInitScript(watchReplacedTexts);
  const forget = () => {
    if (profile.context === context) delete profile.context;
  };
  context.on('close', forget);
  context.on('page', (page) => {
    const { clock } = page;
    const get = () => {
      forget();
      return clock;
    };
    Object.defineProperty(page, 'clock', { get });
  });
  return context;
}

/** Keeps the process of a context's pages alive by a page that no story sees. */
async function keepProcess(context: BrowserContext): Promise<void> {
  const page = await context.newPage();
  await page.goto('/robots.txt');
  const pages = context.pages.bind(context);
  context.pages = () => pages().filter((other) => other !== page);
}

/** Closes the pages of a context and takes back what a story set for all of them. The HTTP cache stays, for the app's files. */
async function leave(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.close();
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.clearPermissions();
  await context.setOffline(false);
}

/** Empties the app's storage on the device; a page is needed for this. */
async function clearStorage(page: Page, lapau: Lapau): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: lapau.url, storageTypes: 'all' });
  await session.detach();
}

async function signIn(context: BrowserContext, lapau: Lapau, as?: { cookie: string }): Promise<void> {
  await context.clearCookies();
  const [name, value] = as?.cookie.split('=', 2) ?? [];
  if (name && value) await context.addCookies([{ name, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
}

/**
 * An init script that lets the page's timers of `durationMs` with `code` in their function last a minute. A slow machine then sees
 * what disappears by itself, and a story cannot pass because a timer ran out where the app has to take something away.
 */
export function stretchTimers({ durationMs, code = '' }: { durationMs: number; code?: string }): void {
  const start = window.setTimeout.bind(window);
  const stretched = (handler: () => void, delayMs?: number, ...given: unknown[]) =>
    start(handler, delayMs === durationMs && String(handler).includes(code) ? 60_000 : delayMs, ...given);
  window.setTimeout = stretched as typeof window.setTimeout;
}

export { expect };
