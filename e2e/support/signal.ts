import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/**
 * Takes the signal from a page, and waits for the line above it that says so. The line moves the screen down, so that a tap
 * meanwhile may land beside its control.
 */
export async function loseSignal(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText('Tidak ada sinyal.')).toBeVisible();
}
