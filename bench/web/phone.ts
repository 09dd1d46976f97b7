import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';

export const chromiumPath = '/usr/bin/chromium';

const smallPhone: BrowserContextOptions = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'id-ID',
  timezoneId: 'Asia/Jakarta',
};

/** Chromium's developer tools call this slow 3G: anything takes two seconds to its first byte. */
export const slow3G = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 2_000 };

/** Lighthouse and WebPageTest call this slow 3G. */
export const slow3GOfLighthouse = { ...slow3G, latency: 400 };

export type Phone = {
  /** How many times slower than this machine its processor is. */
  cpuRate: number;
  /** A new browser profile with a session cookie and nothing else. */
  signedIn: () => Promise<BrowserContext>;
  /** A new browser profile without anything. */
  signedOut: () => Promise<BrowserContext>;
  close: () => Promise<void>;
};

type SignIn = (context: BrowserContext) => Promise<void>;

/** Signs in at the server. */
export const withPassword =
  (url: string, account: { email: string; password: string }): SignIn =>
  async (context) => {
    const answer = await context.request.post(`${url}/auth/sign-in/email`, { data: account });
    if (!answer.ok()) throw new Error(`signing in was answered ${answer.status()}: ${await answer.text()}`);
  };

/** Takes a session that is there, by the Cookie header of its requests. */
export const withCookie =
  (url: string, cookie: string): SignIn =>
  async (context) => {
    const [name = '', value = ''] = cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url }]);
  };

/** Opens Chromium as a small phone of somebody who is signed in. */
export async function openPhone(cpuRate: number, signIn: SignIn): Promise<Phone> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const context = await browser.newContext();
  await signIn(context);
  const storageState = await context.storageState();
  return {
    cpuRate,
    signedIn: () => browser.newContext({ ...smallPhone, storageState }),
    signedOut: () => browser.newContext(smallPhone),
    close: () => browser.close(),
  };
}

/**
 * Opens a page that requests gzip, as the budgets count it, and records its own measurements in `window.measured`.
 * @param card selects the elements that are waited for: cards of the feed or rows of another list
 */
export async function openPage(context: BrowserContext, card = 'article'): Promise<{ page: Page; cdp: CDPSession }> {
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  await cdp.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
  await page.addInitScript(recordMeasurements, card);
  return { page, cdp };
}

declare global {
  interface Window {
    measured: {
      /** When the first card was added to the page, and when it was painted, in milliseconds from the navigation. */
      firstCard?: { added: number; painted: number };
      /** When the app had taken the page over, so that everything on it answers. */
      taken?: number;
      /** When the first photo of a dish had loaded and was painted, whether the server or the app had drawn it. */
      firstPhoto?: number;
      /** The sum of all layout shifts. */
      shift: number;
      /** How long scripts of each long animation frame ran, without the layout that they forced, in milliseconds. */
      slowFrames: number[];
    };
  }
}

/** Runs in the page before its own scripts. */
function recordMeasurements(card: string): void {
  window.measured = { shift: 0, slowFrames: [] };
  const cards = new MutationObserver(() => {
    if (!document.querySelector(card)) return;
    cards.disconnect();
    const added = performance.now();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.measured.firstCard = { added, painted: performance.now() };
      }),
    );
  });
  cards.observe(document, { childList: true, subtree: true });
  document.addEventListener('lapau:taken', () => (window.measured.taken = performance.now()), { once: true });
  document.addEventListener(
    'load',
    ({ target }) => {
      if (!(target instanceof HTMLImageElement) || !target.closest('.fp-photo, article, main')) return;
      requestAnimationFrame(() => requestAnimationFrame(() => (window.measured.firstPhoto ??= performance.now())));
    },
    { capture: true },
  );
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) window.measured.shift += entry.value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
  type Script = { duration: number; forcedStyleAndLayoutDuration: number };
  new PerformanceObserver((list) => {
    for (const { scripts } of list.getEntries() as (PerformanceEntry & { scripts: Script[] })[]) {
      const times = scripts.map(({ duration, forcedStyleAndLayoutDuration: forced }) => duration - forced);
      window.measured.slowFrames.push(times.reduce((sum, time) => sum + time, 0));
    }
  }).observe({ type: 'long-animation-frame' });
}

/** Waits for the first card. */
export const firstCard = (page: Page): Promise<{ added: number; painted: number }> =>
  pollUntilDefined(() => page.evaluate(() => window.measured.firstCard));

/** Waits until the app has taken the page over. */
export const takenOver = (page: Page): Promise<number> =>
  pollUntilDefined(() => page.evaluate(() => window.measured.taken));

/** Waits for the first photo: what a dish looks like can be seen, and its name and price read. */
export const firstPhoto = (page: Page): Promise<number> =>
  pollUntilDefined(() => page.evaluate(() => window.measured.firstPhoto));

/** When the browser first painted a text or picture; the page is black until then. */
export const firstContent = (page: Page): Promise<number> =>
  pollUntilDefined(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime));

/** Waits until the page is loaded and nothing has arrived for `quietMs`. */
export const settled = (page: Page, quietMs: number): Promise<boolean> =>
  pollUntilDefined(() =>
    page.evaluate((milliseconds) => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const last = Math.max(0, ...entries.map((entry) => entry.responseEnd));
      return (document.readyState === 'complete' && performance.now() - last > milliseconds) || undefined;
    }, quietMs),
  );

/** Waits until the device can open the app without a network, with all code that the page fetches in advance. */
export const untilKept = (page: Page): Promise<true> =>
  pollUntilDefined(() =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      // This is the last code that the page fetches in advance (web/src/app/preload-code.ts).
      const isLast = ({ url }: Request) => url.includes('/dead-ends-');
      const databases = await indexedDB.databases();
      return (kept.flat().some(isLast) && databases.some(({ name }) => name === 'answers')) || undefined;
    }),
  );

/** Polls from outside of the page, so that polling does not delay its frames. */
async function pollUntilDefined<Answer>(read: () => Promise<Answer | undefined>): Promise<Answer> {
  const deadline = performance.now() + 180_000;
  for (;;) {
    const answer = await read();
    if (answer !== undefined) return answer;
    if (performance.now() > deadline) throw new Error('the page did not show in three minutes');
    await delay(50);
  }
}
