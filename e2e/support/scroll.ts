import { expect } from '@playwright/test';
import type { Locator } from '@playwright/test';

/** Scrolls by `step` pixels at a time until something is visible. */
export const scrollTo = (wanted: Locator, step: number): Promise<void> =>
  expect
    .poll(
      async () => {
        await wanted.page().mouse.wheel(0, step);
        return wanted.isVisible();
      },
      { intervals: [50], timeout: 20_000 },
    )
    .toBe(true);
