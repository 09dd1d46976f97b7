import type { Page } from '@playwright/test';
import { buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall, restoreCall } from './support/calls.ts';
import { storePhoto } from './support/photos.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /(400|403|404|409|ERR_FAILED).*(renew_post|get_post_details)/ });

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

async function dishOf(lapau: Lapau, given: Parameters<typeof buildPost>[1] = {}) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  const food_name = unique('Gulai');
  const post = await buildPost(lapau, { user_id: seller.id, food_name, images, created_at: ago(30), ...given });
  return { seller, post };
}
const openMenu = (page: Page, dish: string) => page.getByRole('button', { name: `Menu ${dish}` }).tap();
const renewal = (page: Page) => page.getByRole('menuitem', { name: 'Posting lagi' });

test('a cook posts a dish again: an open feed has it on top, with its likes and comments (D69)', async ({
  lapau,
  open,
}) => {
  const { seller, post } = await dishOf(lapau);
  const { id: user_id, nagari } = seller;
  const newest = await buildPost(lapau, { user_id, images: post.images, food_name: unique('Sate') });
  const reader = await buildMember(lapau);
  await lapau.call('toggle_like', { post_id_to_toggle: post.id }, reader);
  await buildComment(lapau, { post_id: post.id });
  const feed = await open(`/?nagari=${encodeURIComponent(nagari)}`, reader);
  const first = feed.getByRole('article').first();
  await expect(first).toContainText(newest.food_name);

  const page = await open('/my-warung', seller);
  await openMenu(page, post.food_name);
  await renewal(page).tap();
  await expectToast(page, 'Postingan tampil paling atas lagi.');
  await expect(first).toContainText(post.food_name);
  await expect(first).toContainText('baru saja');
  await expect(first.getByRole('button', { name: /1 suka/ })).toBeVisible();
  await expect(first.getByRole('button', { name: /1 komentar/ }).first()).toBeVisible();
  await expect(feed.getByRole('listitem').filter({ hasText: post.food_name })).toHaveCount(1);

  // The dish cannot be posted again at once; the menu says when.
  await openMenu(page, post.food_name);
  await expect(renewal(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(renewal(page)).toContainText(/Bisa lagi (besok )?pukul \d\d\.\d\d/);
  await expectAccessible(page);
});

test('a dish that a clock has dated a year ahead is posted again, instead of in a year', async ({ lapau, open }) => {
  const { seller, post } = await dishOf(lapau, { created_at: ago(-365 * 24) });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, seller);
  await openMenu(page, post.food_name);
  await renewal(page).tap();
  await expectToast(page, 'Postingan tampil paling atas lagi.');
  await openMenu(page, post.food_name);
  await expect(renewal(page)).toContainText('Bisa lagi');
});

test('the owner’s menu of a card and of the post offer it too', async ({ lapau, open }) => {
  const { seller, post } = await dishOf(lapau, { created_at: ago(21) });
  const page = await open(`/?nagari=${encodeURIComponent(seller.nagari)}`, seller);
  await openMenu(page, post.food_name);
  await renewal(page).tap();
  await expectToast(page, 'Postingan tampil paling atas lagi.');
  await expect(page.getByRole('article').first()).toContainText('baru saja');
  await page.goto(`/post/${post.id}`);
  await openMenu(page, post.food_name);
  await expect(renewal(page)).toContainText('Bisa lagi');

  const old = await dishOf(lapau);
  const other = await open(`/post/${old.post.id}`, old.seller);
  await openMenu(other, old.post.food_name);
  await renewal(other).tap();
  await expectToast(other, 'Postingan tampil paling atas lagi.');
});

test('each refusal says why', async ({ lapau, open }) => {
  const { seller, post } = await dishOf(lapau);
  const page = await open('/my-warung', seller);
  const renew = async () => {
    await openMenu(page, post.food_name);
    await renewal(page).tap();
  };
  const refusals = [
    ['renewed_recently', 'Menu ini baru saja diposting. Coba lagi nanti.'],
    ['post_edit_forbidden', 'Anda tidak memiliki izin untuk mengedit postingan ini.'],
    ['post_not_found', 'Post tidak ditemukan atau terjadi kesalahan.'],
  ] as const;
  for (const [code, text] of refusals) {
    await failCall(page, 'renew_post', { code });
    await renew();
    await expectToast(page, `Gagal memposting lagi.${text}`);
    await restoreCall(page, 'renew_post');
  }
  await lapau.call('set_warung_open', { is_open: false }, seller);
  await renew();
  await expectToast(page, 'Hanya menu yang tersedia di warung yang buka dapat diposting lagi.');
  await lapau.call('set_warung_open', { is_open: true }, seller);
  await renew();
  await expectToast(page, 'Postingan tampil paling atas lagi.');
});
