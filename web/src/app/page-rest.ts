import type { QueryClient } from '@tanstack/react-query';
import { isTyping, textFields } from '../lib/device/at-rest.ts';
import { isAnythingUnkept } from '../lib/device/unkept.ts';
import { isUploading } from '../lib/network/page-release.ts';

/* A reload must not interrupt the person or a request; this file tells whether it would. */

/** Whether this page is sending something, or has something that would be gone with it; other unsent changes are on the device. */
export const isSending = (client: QueryClient): boolean =>
  client.isMutating() > 0 || isUploading() || isAnythingUnkept();

/** Whether nobody would miss anything if the page were loaded again at this moment. */
export function isAtRest(client: QueryClient): boolean {
  if (isSending(client) || isTyping() || document.querySelector('[role=dialog], [role=alertdialog], [role=menu]'))
    return false;
  return ![...document.querySelectorAll<HTMLInputElement>(textFields)].some(({ value }) => value !== '');
}

const checkMs = 500;

/** Waits for a state that no single event tells, by looking again and again. */
export async function untilTrue(check: () => boolean): Promise<void> {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, checkMs));
}
