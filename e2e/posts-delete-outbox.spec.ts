import type { Page } from '@playwright/test';
import { buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { failCall } from './support/calls.ts';
import { untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { storedAnswers } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed|500.*delete_post|404.*(get_post_details|get_comments_for_post)/,
});

/** A cook's two dishes, of which one is to be deleted. */
async function twoDishes(lapau: Lapau) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const [kept, gone] = [unique('Sate'), unique('Gulai')];
  const post = async (food_name: string) =>
    (await buildPost(lapau, { user_id: seller.id, food_name, images: [await storePhoto(lapau, seller)] })).id;
  await post(kept);
  const id = await post(gone);
  await lapau.call('toggle_save_post', { post_id_to_toggle: id, saved: true }, seller);
  return { seller, kept, gone, id };
}

/** Opens a list where the dish that stays is shown, and expects that the other one is not. */
async function expectOnlyKept(page: Page, path: string, { kept, gone }: { kept: string; gone: string }) {
  await page.goto(path);
  await expect(page.getByText(kept).first()).toBeVisible();
  await expect(page.getByText(gone)).toHaveCount(0);
}

async function deleteInFeed(page: Page, dish: string) {
  await page.getByRole('button', { name: `Menu ${dish}` }).tap();
  await page.getByRole('menuitem', { name: 'Hapus' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
  await expect(page.getByRole('article', { name: dish })).toHaveCount(0);
}

test('a dish that its cook deletes without signal is gone at once, through a closed app, and deleted once', async ({
  lapau,
  open,
}) => {
  const dishes = await twoDishes(lapau);
  const { seller, gone, id } = dishes;
  const page = await open('/', seller);
  await untilKept(page, gone);
  // The name of the dish appears once in each list that the device keeps.
  const keptLists = async () => (await storedAnswers(page)).split(gone).length - 1;
  for (const path of [`/warungs/${seller.id}`, '/saved', `/post/${id}`]) {
    const before = await keptLists();
    await page.goto(path);
    await expect.poll(keptLists).toBeGreaterThan(before);
  }
  await page.goto('/');
  await expect(page.getByRole('article', { name: gone })).toBeVisible();
  const context = page.context();
  const deletions: number[] = [];
  context.on('response', (response) => {
    if (response.url().endsWith('/rpc/delete_post')) deletions.push(response.status());
  });
  await loseSignal(page);
  await deleteInFeed(page, gone);
  await expect(page.getByRole('article', { name: dishes.kept })).toBeVisible();
  await expectOnlyKept(page, '/', dishes);

  await page.close();
  const again = await context.newPage();
  await expectOnlyKept(again, `/warungs/${seller.id}`, dishes);
  await again.goto('/saved');
  await expect(again.getByText('Belum ada postingan tersimpan.')).toBeVisible();
  await again.goto(`/post/${id}`);
  await expect(again.getByText('Post tidak ditemukan atau terjadi kesalahan.')).toBeVisible();
  const stored = lapau.db.selectFrom('posts').select('id').where('user_id', '=', seller.id);
  expect(await stored.execute()).toHaveLength(2);

  await context.setOffline(false);
  await expectToast(again, 'Postingan berhasil dihapus.');
  await expect(again.getByText('Post tidak ditemukan atau terjadi kesalahan.')).toBeVisible();
  expect(await stored.execute()).toHaveLength(1);
  await expectOnlyKept(again, '/', dishes);
  expect(deletions).toEqual([200]);
});

test('a deletion that the server refuses brings the dish back and says why', async ({ lapau, open }) => {
  const { seller, gone } = await twoDishes(lapau);
  const page = await open('/', seller);
  await untilKept(page, gone);
  const context = page.context();
  // A request that is sent while Playwright begins to intercept may slip past it: it begins before the network goes.
  await page.route('**/rpc/delete_post', (route) => route.abort('internetdisconnected'));
  await loseSignal(page);
  await deleteInFeed(page, gone);
  await failCall(page, 'delete_post', { code: 'image_delete_failed' });
  await context.setOffline(false);
  await expectToast(page, 'Gagal menghapus gambar postingan: Foto tidak dapat dihapus.');
  await expect(page.getByRole('article', { name: gone })).toBeVisible();
  const stored = lapau.db.selectFrom('posts').select('id').where('user_id', '=', seller.id);
  expect(await stored.execute()).toHaveLength(2);
});

test('a deletion of a closed app is sent with the first signal, also while the next page waits for answers', async ({
  lapau,
  open,
}) => {
  const { seller, kept, gone } = await twoDishes(lapau);
  const page = await open('/', seller);
  await untilKept(page, gone);
  const context = page.context();
  await loseSignal(page);
  await deleteInFeed(page, gone);
  await page.close();
  const again = await context.newPage();
  await again.route('**/rpc/get_feed', () => {});
  await again.goto('/');
  await expect(again.getByRole('article', { name: kept })).toBeVisible();
  await context.setOffline(false);
  const stored = lapau.db.selectFrom('posts').select('id').where('user_id', '=', seller.id);
  await expect.poll(async () => (await stored.execute()).length).toBe(1);
});
