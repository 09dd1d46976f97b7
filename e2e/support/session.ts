import type { Page } from '@playwright/test';

/** Waits for the answer that renews the session cookie: coming late, it would replace a cookie that is set meanwhile. */
export async function untilRenewed(page: Page): Promise<void> {
  await page.waitForFunction(() => performance.getEntriesByName(`${location.origin}/auth/get-session`).length > 0);
}

/** Deletes the session cookie, after the answer that renews it. */
export async function deleteSessionCookie(page: Page): Promise<void> {
  await untilRenewed(page);
  await page.context().clearCookies();
}
