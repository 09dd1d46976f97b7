import type { Locator, Page } from '@playwright/test';
import { buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expect, test } from './support/story.ts';
import type { Open } from './support/story.ts';
import { unique } from './support/unique.ts';

type Opened = { page: Page; sheet: Locator; path: string };

/** The feed of a village with one dish, behind the page about the app in the history, with the sheet of the dish's comments open. */
async function openSheet(lapau: Lapau, open: Open): Promise<Opened> {
  const member = await buildMember(lapau);
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const post = await buildPost(lapau, { user_id: seller.id });
  await buildComment(lapau, { post_id: post.id, user_id: member.id, content: 'Masih ada?' });
  const page = await open('/about', member);
  const path = `/?nagari=${encodeURIComponent(seller.nagari)}`;
  await page.goto(path);
  await page.getByRole('button', { name: 'Lihat 1 komentar' }).tap();
  const sheet = page.getByRole('dialog', { name: 'Komentar' });
  await expect(sheet.getByText('Masih ada?')).toBeVisible();
  return { page, sheet, path };
}

/** Waits until the page has gone back to its own entry in the history, which it does without a press of a person. */
const untilOwnEntry = (page: Page) =>
  expect.poll(() => page.evaluate(() => (history.state as { overlay?: number } | null)?.overlay ?? 0)).toBe(0);

/** Presses back, which loads no page where an entry of the same page follows. */
const pressBack = (page: Page) => page.evaluate(() => history.back());

test('after a page with an open sheet was loaded again, the first back leaves it', async ({ lapau, open }) => {
  const { page, sheet, path } = await openSheet(lapau, open);
  await page.reload();
  await pressBack(page);
  await expect(page).toHaveURL('/about');

  // Forward leads to the feed, whose next entry is the sheet's, which is not there any more.
  await page.goForward();
  await expect(page).toHaveURL(path);
  await pressForward(page);
  await untilOwnEntry(page);
  await expect(sheet).toHaveCount(0);
  await pressBack(page);
  await expect(page).toHaveURL('/about');
});

const pressForward = (page: Page) => page.evaluate(() => history.forward());

test('also with a menu and a question above the sheet, and what is opened afterwards closes by back', async ({
  lapau,
  open,
}) => {
  const { page, sheet } = await openSheet(lapau, open);
  await sheet.getByRole('button', { name: /^Menu komentar/ }).tap();
  await page.getByRole('menuitem', { name: 'Hapus' }).tap();
  await expect(page.getByRole('alertdialog', { name: 'Hapus Komentar?' })).toBeVisible();
  await page.reload();
  await untilOwnEntry(page);
  await page.getByRole('button', { name: 'Lihat 1 komentar' }).tap();
  await expect(sheet.getByText('Masih ada?')).toBeVisible();
  await pressBack(page);
  await expect(sheet).toHaveCount(0);
  await pressBack(page);
  await expect(page).toHaveURL('/about');
});

test('in a tab whose earlier entries are gone, sheets still open and close by back', async ({ lapau, open }) => {
  const { page, sheet } = await openSheet(lapau, open);
  // The browser keeps fifty entries: further back than the first it does not go.
  await page.evaluate(() => history.replaceState({ ...history.state, overlay: history.length + 1 }, ''));
  await page.reload();
  await untilOwnEntry(page);
  await page.getByRole('button', { name: 'Lihat 1 komentar' }).tap();
  await expect(sheet.getByText('Masih ada?')).toBeVisible();
  await pressBack(page);
  await expect(sheet).toHaveCount(0);
});
