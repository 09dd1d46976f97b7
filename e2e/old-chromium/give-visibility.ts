import { selectors } from '@playwright/test';
import type { Page } from '@playwright/test';

/** Chromium has `checkVisibility` since 105. */
function addVisibility(): void {
  Object.assign(Element.prototype, {
    checkVisibility(this: Element): boolean {
      const { visibility, opacity } = getComputedStyle(this);
      return this.getClientRects().length > 0 && visibility === 'visible' && opacity !== '0';
    },
  });
}

/**
 * Gives Playwright what it calls in its own world of each page: there the scripts of selectors of one's own run first. The app's world
 * stays as it is.
 */
export const giveToPlaywright = (): Promise<void> =>
  selectors.register('visibility', {
    content: `(() => { (${addVisibility.toString()})(); return { query: () => null, queryAll: () => [] }; })()`,
  });

/** Gives it to what looks for faults in a page, whose app has had its turn. */
export const giveToPage = (page: Page): Promise<void> => page.evaluate(addVisibility);
