import type { Page } from '@playwright/test';
import { buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { failCall } from './support/calls.ts';
import { choosePhotos, smallPhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({ expectedErrors: /(ERR_FAILED|400).*create_post/ });

async function writeDraft(page: Page, dish: string) {
  await page.getByLabel('Nama').fill(dish);
  await page.getByLabel('Harga').fill('12.000');
  await choosePhotos(page, await smallPhoto());
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();
}

/** Waits until no draft is stored on the device: a page that is left in the same instant would keep it. */
const expectNoDraft = (page: Page): Promise<void> => expect.poll(() => storedDrafts(page)).toBe('[]');

const postsOf = (lapau: Lapau, seller: BuiltSeller) =>
  lapau.db.selectFrom('posts').select('food_name').where('user_id', '=', seller.id).execute();

test('a draft survives a reload, and is discarded on request', async ({ lapau, open }) => {
  const page = await open('/my-warung/tambah-menu', await buildSeller(lapau));
  const dish = unique('Rendang');
  await writeDraft(page, dish);
  await expect.poll(() => storedDrafts(page)).toMatch(new RegExp(`${dish}.*"status":"uploaded"`));
  await page.reload();
  await expect(page.getByLabel('Nama')).toHaveValue(dish);
  await expect(page.getByLabel('Harga')).toHaveValue('12.000');
  await expect(page.getByRole('img', { name: 'Foto 1' })).toBeVisible();
  await expect(page.getByText('Terunggah', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Hapus draf' }).click();
  await page.getByRole('alertdialog', { name: 'Hapus Draf?' }).getByRole('button', { name: 'Hapus' }).click();
  await expect(page.getByLabel('Nama')).toHaveValue('');
  await expectNoDraft(page);
  await page.reload();
  await expect(page.getByLabel('Nama')).toHaveValue('');
  await expect(page.getByText('0/5')).toBeVisible();
});

test('two quick taps create one post', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung/tambah-menu', seller);
  const dish = unique('Lontong');
  await writeDraft(page, dish);
  await page.getByRole('button', { name: 'Posting' }).dblclick();
  await expect(page.getByText('Postingan baru berhasil ditambahkan!')).toBeVisible();
  expect(await postsOf(lapau, seller)).toEqual([{ food_name: dish }]);

  // The draft has become a post: the next one starts blank.
  await expectNoDraft(page);
  await page.goto('/my-warung/tambah-menu');
  await expect(page.getByLabel('Nama')).toHaveValue('');
});

test('an answer that is lost after the commit creates no second post', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung/tambah-menu', seller);
  const dish = unique('Lamang');
  await writeDraft(page, dish);
  let requests = 0;
  await page.route('**/rpc/create_post', async (route) => {
    requests += 1;
    const answer = await route.fetch();
    if (requests === 1) await route.abort();
    else await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(page.getByText('Postingan baru berhasil ditambahkan!')).toBeVisible();
  expect(requests).toBe(2);
  expect(await postsOf(lapau, seller)).toEqual([{ food_name: dish }]);
});

test('a refused post shows the error and keeps the form’s content', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const page = await open('/my-warung/tambah-menu', seller);
  const dish = unique('Katupek');
  await writeDraft(page, dish);
  await failCall(page, 'create_post', { times: 1 });
  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(page.getByText('Gagal menambahkan postingan.')).toBeVisible();
  await expect(page.getByText('Halaman ini perlu dimuat ulang. Muat ulang, lalu coba lagi.')).toBeVisible();
  await expect(page.getByLabel('Nama')).toHaveValue(dish);
  expect(await postsOf(lapau, seller)).toEqual([]);

  await page.getByRole('button', { name: 'Posting' }).click();
  await expect(page.getByText('Postingan baru berhasil ditambahkan!')).toBeVisible();
  expect(await postsOf(lapau, seller)).toEqual([{ food_name: dish }]);
});
