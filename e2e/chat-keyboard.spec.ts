import type { Page } from '@playwright/test';
import { buildChat, messageBox } from './support/chat.ts';
import { expect, test } from './support/story.ts';

declare global {
  interface Window {
    /** How many pixels the keyboard of the test leaves visible. */
    visiblePx?: number;
  }
}

/** Stands in for the keyboard of an iPhone, which lies over the window, and whose closing the browser does not report. */
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

  // The person puts the keyboard away by its own key: the box keeps the focus.
  await openKeyboard(page);
  await page.evaluate(() => delete window.visiblePx);
  await expect.poll(() => bottomOf(page)).toBeGreaterThan(700);
  await expect(messageBox(page)).toBeFocused();

  // The person puts the keyboard away by a tap beside the box, and the browser reports a keyboard that is still there.
  await openKeyboard(page);
  await messageBox(page).blur();
  await expect.poll(() => bottomOf(page)).toBeGreaterThan(700);
  await openKeyboard(page);
});
