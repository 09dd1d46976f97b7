import type { Page } from '@playwright/test';

/** Opens a route and waits until the page is connected: what is signalled between its boot data and that, it does not see. */
export async function gotoConnected(page: Page, route: string): Promise<void> {
  const connected = page
    .waitForEvent('websocket')
    .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => String(payload).includes('ready')));
  await page.goto(route);
  await connected;
}
