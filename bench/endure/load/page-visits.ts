import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import type { Person, Target } from '../target/target.ts';
import { until } from '../target/until.ts';

/** What a browser that opens pages one after another has seen. */
export type Visits = {
  pages: number;
  /** Pages that did not show one of the two screens opened in them: the first, or one whose code they load later. */
  blank: number;
  assets: number;
  /** Files of the web app that were refused. */
  refused: number;
  /** Requests that the end of a process has cut, which people repeat. */
  cut: number;
};

export type Visitor = {
  visits: Visits;
  /** Returns when so many more pages have been opened and left. */
  opened: (count: number) => Promise<void>;
  finish: () => Promise<void>;
};

/** How long a page stands before something is tapped: a step of the scenario comes in between. */
const standsMs = 2_000;
const openedWithinMs = 600_000;

/**
 * Opens pages until it is told to stop, each as in a browser that has nothing in its cache.
 * @param patienceMs the time after which a screen that does not show counts as blank
 */
export async function startVisitor({ people, platform: { publicUrl } }: Target, patienceMs: number): Promise<Visitor> {
  const visits: Visits = { pages: 0, blank: 0, assets: 0, refused: 0, cut: 0 };
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  const stopping = new AbortController();
  const visitor = async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1)
      await visit(browser, publicUrl, people[turn % people.length] as Person, visits, patienceMs);
  };
  const all = visitor();
  // finish() awaits it and reports its failure.
  all.catch(() => undefined);
  return {
    visits,
    opened: async (count) => {
      const before = visits.pages;
      await Promise.race([all, until('pages to be opened', () => visits.pages >= before + count, openedWithinMs)]);
    },
    finish: async () => {
      stopping.abort();
      try {
        await all;
      } finally {
        await browser.close();
      }
    },
  };
}

/** One page: the feed, and after a while the profile, whose code it has not loaded. */
async function visit(browser: Browser, url: string, person: Person, visits: Visits, patienceMs: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, serviceWorkers: 'block' });
  try {
    const [name = '', value = ''] = person.cookie.split(/=(.*)/s);
    await context.addCookies([{ name, value, url }]);
    // A page that saves data loads no code in advance.
    await context.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    const page = await context.newPage();
    const isCut = watch(page, visits);
    const isShown = await shows(page, url, patienceMs);
    visits.pages += 1;
    if (!isShown && !isCut()) visits.blank += 1;
  } finally {
    await context.close();
  }
}

async function shows(page: Page, url: string, timeout: number): Promise<boolean> {
  const options = { timeout };
  try {
    await page.goto(url, { ...options, waitUntil: 'commit' });
    await page.getByRole('article').first().waitFor(options);
    await delay(standsMs);
    await page.getByRole('link', { name: 'Profil' }).click(options);
    await page
      .getByRole('heading', { name: 'Profil' })
      .first()
      .waitFor({ ...options, state: 'attached' });
    return true;
  } catch (error) {
    if (error instanceof Error && /Timeout|net::ERR_/.test(error.message)) return false;
    throw error;
  }
}

/** Counts what becomes of the page's files. @returns whether a request of it was cut */
function watch(page: Page, visits: Visits): () => boolean {
  let isCut = false;
  const isAsset = (address: string) => new URL(address).pathname.startsWith('/assets/');
  page.on('response', (response) => {
    if (!isAsset(response.url())) return;
    visits.assets += 1;
    if (response.status() >= 400) visits.refused += 1;
  });
  page.on('requestfailed', (request) => {
    const isOfPage = isAsset(request.url()) || request.isNavigationRequest();
    if (!isOfPage || request.failure()?.errorText === 'net::ERR_ABORTED') return;
    isCut = true;
    visits.cut += 1;
  });
  return () => isCut;
}
