import type { Page } from '@playwright/test';

/** Decides in the open dialog, with one of its reasons where it asks for one. */
export async function decide(page: Page, verb: string, reason?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  if (reason) await dialog.getByRole('radio', { name: reason }).check();
  await dialog.getByRole('button', { name: verb, exact: true }).click();
}
