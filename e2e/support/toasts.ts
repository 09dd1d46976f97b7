import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';

export const toastsOf = (page: Page): Locator => page.getByRole('region', { name: 'Kabar' }).getByRole('listitem');

/** Expects exactly one toast with this text. */
export const expectToast = (page: Page, text: string): Promise<void> =>
  expect(toastsOf(page).filter({ hasText: text })).toHaveCount(1);
