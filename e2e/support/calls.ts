import type { CallName } from '@lapau/contract/calls';
import { errors } from '@lapau/contract/errors';
import type { ErrorCode, ErrorEnvelope } from '@lapau/contract/errors';
import type { BrowserContext, Page } from '@playwright/test';

/**
 * Answers a page's calls of one name with an error from now on, or only `times` times. The default is an error after
 * which the client does not retry (D44).
 */
export async function failCall(
  page: Page | BrowserContext,
  call: CallName,
  {
    code = 'malformed_request',
    details,
    ...options
  }: { code?: ErrorCode; details?: Record<string, string>; times?: number } = {},
): Promise<void> {
  const [status, message] = errors[code];
  const json: ErrorEnvelope = { code, message, ...(details && { details }) };
  await page.route(`**/rpc/${call}`, (route) => route.fulfill({ status, json }), options);
}

/** Answers a page's calls of one name with this output from now on. */
export const answerCall = (page: Page, call: CallName, json: unknown): Promise<unknown> =>
  page.route(`**/rpc/${call}`, (route) => route.fulfill({ json }));

/** Delays a page's calls of one name. @returns a function that sends them on to the server */
export async function pauseCall(page: Page, call: CallName): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(`**/rpc/${call}`, async (route) => {
    await released.promise;
    await route.fallback();
  });
  return released.resolve;
}

/** Lets a page's calls of one name reach the server again. */
export const restoreCall = (page: Page, call: CallName): Promise<void> => page.unroute(`**/rpc/${call}`);
