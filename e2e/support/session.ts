import type { Page } from '@playwright/test';

/** Deletes the session cookie, after the answer that renews it. */
export async function deleteSessionCookie(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/auth/get-session`).length > 0);
  await page.context().clearCookies();
}
