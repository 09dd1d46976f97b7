import type { Page } from '@playwright/test';

/**
 * Has the pages that are opened from now on go by the phone's clock alone, for stories in which time passes on it: the real server, whose
 * clock stands, would tell them that the phone's is wrong (D124).
 */
export const trustPhoneClock = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    localStorage.removeItem('jam-server');
    // Every answer looks as one from a cache, and the page as one shown again by going back: the app takes no time from these.
    // oxlint-disable-next-line typescript/unbound-method
    const { get } = Headers.prototype;
    Headers.prototype.get = function getAged(name) {
      return name === 'age' ? '1' : get.call(this, name);
    };
    const find = performance.getEntriesByType.bind(performance);
    performance.getEntriesByType = (type) =>
      type === 'navigation' ? [{ type: 'back_forward' } as unknown as PerformanceEntry] : find(type);
  });
