import type { CallName } from '@lapau/contract/calls';
import { errors } from '@lapau/contract/errors';
import type { ErrorCode, ErrorEnvelope } from '@lapau/contract/errors';
import type { Page } from '@playwright/test';

/**
 * Answers a page's calls of one name with an error from now on, or only `times` times. The default is one that no
 * client tries again (D44).
 */
export async function refuse(
  page: Page,
  call: CallName,
  { code = 'malformed_request', ...options }: { code?: ErrorCode; times?: number } = {},
): Promise<void> {
  const [status, message] = errors[code];
  const json: ErrorEnvelope = { code, message };
  await page.route(`**/rpc/${call}`, (route) => route.fulfill({ status, json }), options);
}

/** Answers a page's calls of one name with something the server would not say just now. */
export const answer = (page: Page, call: CallName, json: unknown): Promise<unknown> =>
  page.route(`**/rpc/${call}`, (route) => route.fulfill({ json }));

/** Lets a page's calls of one name wait. @returns lets them go on to the server */
export async function hold(page: Page, call: CallName): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(`**/rpc/${call}`, async (route) => {
    await held.promise;
    await route.fallback();
  });
  return held.resolve;
}

/** Lets a page's calls of one name reach the server again. */
export const heal = (page: Page, call: CallName): Promise<void> => page.unroute(`**/rpc/${call}`);
