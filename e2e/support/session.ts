import type { Page } from '@playwright/test';

/** The browser has no session any more: the answer that renews its cookie has come before. */
export async function loseSession(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/auth/get-session`).length > 0);
  await page.context().clearCookies();
}
