import type { Page } from '@playwright/test';
import { buildChat, messageBox } from './support/chat.ts';
import { expect, test } from './support/story.ts';

declare global {
  interface Window {
    /** How many pixels the keyboard of the test leaves visible. */
    visiblePx?: number;
  }
}

/** The keyboard of an iPhone, which lies over the window, and of which the browser tells only when it opens. */
function standInForKeyboard(): void {
  const { visualViewport } = window;
  if (visualViewport) Object.defineProperty(visualViewport, 'height', { get: () => window.visiblePx ?? innerHeight });
}

const openKeyboard = async (page: Page) => {
  await messageBox(page).tap();
  await page.evaluate(() => {
    window.visiblePx = 404;
    window.visualViewport?.dispatchEvent(new Event('resize'));
  });
  await expect.poll(() => bottomOf(page)).toBeLessThan(405);
};

const bottomOf = async (page: Page) => {
  const box = await page.getByRole('button', { name: 'Kirim', exact: true }).boundingBox();
  return box ? box.y + box.height : 0;
};

test('the composer is at the bottom again after a keyboard of whose end the browser says nothing', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  await page.addInitScript(standInForKeyboard);
  await page.goto(`/chat/${chat.id}`);
  await expect(messageBox(page)).toBeVisible();

  // Put away by its own key: the box keeps the focus.
  await openKeyboard(page);
  await page.evaluate(() => delete window.visiblePx);
  await expect.poll(() => bottomOf(page)).toBeGreaterThan(700);
  await expect(messageBox(page)).toBeFocused();

  // Put away by a tap beside it, and the browser goes on as if it were there.
  await openKeyboard(page);
  await messageBox(page).blur();
  await expect.poll(() => bottomOf(page)).toBeGreaterThan(700);
  await openKeyboard(page);
});
