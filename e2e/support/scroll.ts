import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

/** Scrolls by `step` pixels at a time until something is visible. */
export const scrollTo = (wanted: Locator, step: number): Promise<void> =>
  expect
    .poll(
      async () => {
        await wanted.page().mouse.wheel(0, step);
        return wanted.isVisible();
      },
      { intervals: [50], timeout: 60_000 },
    )
    .toBe(true);

/** Scrolls the page to `y` pixels from its top, again and again while the page is still too short for that. */
export const scrollPageTo = (page: Page, y: number): Promise<void> =>
  expect
    .poll(async () => {
      const missing = y - (await restingScroll(page));
      if (missing !== 0) await page.mouse.wheel(0, missing);
      return restingScroll(page);
    })
    .toBe(y);

/**
 * How far the page is scrolled, in pixels, once it has stayed there for some frames: it learns of a turn of the wheel in a later
 * frame than the browser, and a second turn meanwhile would add to the first one.
 */
export const restingScroll = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let last = window.scrollY;
        let frames = 0;
        const look = () => {
          frames = window.scrollY === last ? frames + 1 : 0;
          last = window.scrollY;
          if (frames < 10) requestAnimationFrame(look);
          else resolve(last);
        };
        requestAnimationFrame(look);
      }),
  );
