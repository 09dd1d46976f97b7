import { selectors } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Adds `checkVisibility`, which Chromium has since 105. */
function addVisibility(): void {
  Object.assign(Element.prototype, {
    checkVisibility(this: Element): boolean {
      const { visibility, opacity } = getComputedStyle(this);
      return this.getClientRects().length > 0 && visibility === 'visible' && opacity !== '0';
    },
  });
}

/**
 * Gives `checkVisibility` to Playwright, which runs the scripts of custom selectors first in its own world of each page.
 * The app's world stays as it is.
 */
export const giveToPlaywright = (): Promise<void> =>
  selectors.register('visibility', {
    content: `(() => { (${addVisibility.toString()})(); return { query: () => null, queryAll: () => [] }; })()`,
  });

/** Gives `checkVisibility` to the checks that run in a page; its app has run without it by then. */
export const giveToPage = (page: Page): Promise<void> => page.evaluate(addVisibility);
