import type { Page } from '@playwright/test';

/** Waits for the answer that renews the session cookie: a late answer would replace a cookie that is set meanwhile. */
export async function untilRenewed(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/auth/get-session`).length > 0);
}

/** Deletes the session cookie once the answer that renews it has arrived. */
export async function deleteSessionCookie(page: Page): Promise<void> {
  await untilRenewed(page);
  await page.context().clearCookies();
}
