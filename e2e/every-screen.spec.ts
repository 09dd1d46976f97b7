import { paths } from '@lapau/contract/screens';
import type { Page } from '@playwright/test';
import { expectHighContrast, expectNoViolations } from './support/accessible.ts';
import { cutTexts } from './support/cut-texts.ts';
import { focusFaults } from './support/focus-faults.ts';
import { layoutFaults } from './support/layout-faults.ts';
import { waitForFocusCare } from './support/lazy-code.ts';
import { openScreen, screens } from './support/screens.ts';
import { smallTargets } from './support/touch-targets.ts';
import { directionFaults, withLongArabicTexts } from './support/typed-texts.ts';
import { expect, test, villageErrors } from './support/village-story.ts';

/** The phones of the village, and how much of them is left while the keyboard is open. */
const smallest = { width: 320, height: 640 };
const sizes = [{ width: 360, height: 740 }, smallest];
const heightAboveKeyboard = 440;
/** The larger text grows as in Chrome on Android: the lengths in rem stay as they are. */
const largest = '130%';
const textSizes = ['100%', largest];
/** A name longer than this may end in an ellipsis where it stands beside others. */
const maxWholeLength = 40;
const setTextSize = (page: Page, textSize: string) =>
  page.evaluate((size) => document.documentElement.style.setProperty('text-size-adjust', size), textSize);

/** Whether it is another screen while it loads, has nothing to show or has failed. */
const isState = (name: string): boolean => /-(loading|empty|error)$/.test(name);

test.use({ sharesProcess: true });

test('every path has a screen', () => {
  const shown = new Set(screens.map(({ path }) => path));
  const missing = paths.filter((path) => !shown.has(path));
  expect(missing, 'add a screen with the path to e2e/support/screens.ts').toEqual([]);
});

for (const screen of screens.filter(({ name }) => isState(name))) {
  test(
    `${screen.name} has a title, can be read and fits the smallest phone with large text`,
    { tag: '@all' },
    async ({ open, village }) => {
      const page = await open('about:blank', screen.as && village[screen.as]);
      await page.setViewportSize(smallest);
      await openScreen(page, screen);
      await setTextSize(page, largest);
      await expect(page).toHaveTitle(/.+ · Lapau$/);
      await expectNoViolations(page, screen.name);
      await expect.poll(() => layoutFaults(page), screen.name).toEqual([]);
    },
  );
}

for (const screen of screens.filter(({ name }) => !isState(name))) {
  test(
    `${screen.name} has a title, can be read, shows what has the focus and fits small phones, with large text and with the keyboard open`,
    { tag: '@all' },
    async ({ open, village }) => {
      const page = await open('about:blank', screen.as && village[screen.as]);
      await openScreen(page, screen);
      await expect(page).toHaveTitle(/.+ · Lapau$/);
      await expectNoViolations(page, screen.name);
      await expectFocusInView(page, screen.name);
      await expectNoFaults(page, screen.name);
      await expectTwiceAsLarge(page, screen.name);
      await expectHighContrast(page, screen.name);
    },
  );
}

test.describe('with other texts in the answers', () => {
  // The answer to a text that was just sent has another text, which then takes the place of the typed one.
  test.use({ expectedErrors: new RegExp(`${villageErrors.source}|is changed and has no element of its own`) });

  for (const screen of screens.filter(({ name }) => !isState(name))) {
    test(
      `${screen.name} fits the smallest phone when names are long and begin in Arabic, each in its own direction and box`,
      { tag: '@all' },
      async ({ open, village }) => {
        const page = await open('about:blank', screen.as && village[screen.as]);
        await withLongArabicTexts(page);
        await page.setViewportSize(smallest);
        const { shows } = screen;
        // The Arabic stands before the text that shows when the screen is loaded.
        await openScreen(page, {
          ...screen,
          shows: typeof shows === 'string' ? shows : new RegExp(shows.source.replace('^', '')),
        });
        await setTextSize(page, largest);
        await expect.poll(() => layoutFaults(page), screen.name).toEqual([]);
        await expect.poll(() => directionFaults(page), screen.name).toEqual([]);
      },
    );
  }
});

async function expectNoFaults(page: Page, screen: string): Promise<void> {
  for (const textSize of textSizes) {
    await setTextSize(page, textSize);
    // The check is tried again, since the page may still be on its way to its new size.
    const check = (what: string) =>
      expect.poll(() => layoutFaults(page), `${screen}, ${what}, text ${textSize}`).toEqual([]);
    // On the smallest phone the larger text is the harder one.
    for (const { width, height } of textSize === largest ? sizes : sizes.slice(0, 1)) {
      await page.setViewportSize({ width, height });
      await check(`${width} × ${height}`);
      const input = page.getByRole('textbox').or(page.getByRole('searchbox')).filter({ visible: true }).first();
      if ((await input.count()) === 0) continue;
      await page.setViewportSize({ width, height: heightAboveKeyboard });
      await input.focus();
      await check(`${width} px with the keyboard open`);
      await input.blur();
    }
  }
}

/** Walks through the stops of the keyboard in large text, and back in larger text on what a phone's keyboard leaves of the screen. */
async function expectFocusInView(page: Page, screen: string): Promise<void> {
  await waitForFocusCare(page);
  const { width, height } = page.viewportSize() ?? smallest;
  await setTextSize(page, largest);
  expect(await focusFaults(page, 'Tab'), `${screen}, by Tab`).toEqual([]);
  await setTextSize(page, '200%');
  await page.setViewportSize({ width, height: heightAboveKeyboard });
  // A toast may find no place beside the focus on so low a screen, for the seconds that it lasts.
  const faults = (await focusFaults(page, 'Shift+Tab')).filter((fault) => !fault.includes(' by the toast '));
  expect(faults, `${screen}, back by Tab`).toEqual([]);
  await page.setViewportSize({ width, height });
}

/**
 * Expects of text at 200 % that nothing is newly cut but long names, that long words break only outside of buttons and prices, that nothing
 * is covered or scrolls sideways, and that thumbs hit. A page whose lengths grow with the browser's text is no wider than the screen.
 */
async function expectTwiceAsLarge(page: Page, screen: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await setTextSize(page, '100%');
  const cutBefore = new Set(await cutTexts(page));
  await setTextSize(page, '200%');
  const faults = async () =>
    (await layoutFaults(page)).filter((fault) => !/^"[\d.]+" is broken|" is broken in (?!button)/.test(fault));
  await expect.poll(faults, `${screen}, text 200%`).toEqual([]);
  const isName = (text: string) => text.length > maxWholeLength;
  const newlyCut = async () => (await cutTexts(page)).filter((text) => !cutBefore.has(text) && !isName(text));
  await expect.poll(newlyCut, `${screen}, cut at 200%`).toEqual([]);
  await setTextSize(page, '100%');
  // The lengths in rem grow with a browser's own text size: only the width is looked at here.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const wide = async () => (await layoutFaults(page)).filter((fault) => / scrolls sideways: /.test(fault));
  await expect.poll(wide, `${screen}, browser's text 200%`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await expect.poll(() => smallTargets(page), screen).toEqual([]);
}
