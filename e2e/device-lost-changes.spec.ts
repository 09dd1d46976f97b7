import type { Page } from '@playwright/test';
import { buildAdmin, buildMember, buildPassword, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { BuiltMember } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { buildChat, messageRow, send } from './support/chat.ts';
import { everythingStored } from './support/device.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { expectToast } from './support/toasts.ts';
import { unique } from './support/unique.ts';

// Changes that could not be sent and show nowhere else are in one list, with their texts, until they are put away (D84).

test.use({ expectedErrors: /ERR_FAILED|ERR_INTERNET_DISCONNECTED|40[134]|WebSocket connection.*failed/ });

const list = (page: Page) => page.getByRole('list', { name: 'Tidak terkirim' });
const items = (page: Page) => list(page).getByRole('listitem');

async function openList(page: Page, count: number): Promise<void> {
  await expect(page.getByText(`${count} tidak terkirim`)).toBeVisible();
  await page.getByRole('button', { name: 'Lihat', exact: true }).tap();
  await expect(items(page)).toHaveCount(count);
}

async function putAway(page: Page, index: number): Promise<void> {
  await items(page).nth(index).getByRole('button', { name: 'Hapus' }).tap();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
}

async function signIn(lapau: Lapau, page: Page, person: BuiltMember): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Kata sandi', { exact: true }).fill(await buildPassword(lapau, person));
  await page.getByRole('button', { name: 'Masuk', exact: true }).tap();
  await expect(page).not.toHaveURL(/\/login/);
}

test('comments on a post that is gone are listed with their text, over a restart, until they are put away', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau);
  const { id } = await buildPost(lapau, { user_id: seller.id, images: [await storePhoto(lapau, seller)] });
  const page = await open(`/post/${id}`, await buildMember(lapau));
  await page.route('**/rpc/add_comment', (route) => route.abort());
  const comments = page.getByRole('list', { name: 'Komentar' }).getByRole('listitem');
  for (const text of ['Masih ada?', 'Saya pesan dua.']) {
    await page.getByPlaceholder('Tulis komentar...').fill(text);
    await page.getByRole('button', { name: 'Kirim' }).tap();
    await expect(comments.filter({ hasText: text })).toBeVisible();
  }
  await lapau.db.deleteFrom('posts').where('id', '=', id).execute();
  await page.unroute('**/rpc/add_comment');
  await page.goto('/');
  await openList(page, 2);
  await expect(items(page).first()).toContainText('Komentar');
  await expect(items(page).first()).toContainText('Masih ada?');
  await expect(items(page).first()).toContainText('Post tidak ditemukan');
  await page.reload();
  await openList(page, 2);
  await putAway(page, 0);
  await expect(items(page)).toHaveCount(1);
  await expect(items(page)).toContainText('Saya pesan dua.');
  await putAway(page, 0);
  await expect(page.getByText('tidak terkirim')).toHaveCount(0);
  expect(await everythingStored(page)).not.toContain('Saya pesan dua.');
});

test('a message of a conversation that is gone is listed, and what is written elsewhere is sent', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await page.route('**/rpc/send_message', (route) => route.abort());
  for (const text of ['Masih ada?', 'Saya pesan dua.']) {
    await send(page, text);
    await expect(messageRow(page, text)).toBeVisible();
  }
  await lapau.db.deleteFrom('conversations').where('id', '=', chat.id).execute();
  await page.unroute('**/rpc/send_message');
  await page.goto('/');
  await openList(page, 2);
  await expect(items(page).first()).toContainText('Pesan');
  await expect(items(page).first()).toContainText('Masih ada?');
  await loseSignal(page);
  await putAway(page, 0);
  await expect(items(page)).toHaveCount(1);
  await expect(items(page)).toContainText('Saya pesan dua.');
  await putAway(page, 0);
  await expect(page.getByText('tidak terkirim')).toHaveCount(0);
});

test('a dish of a cook who is a buyer now is listed with its photo for them alone', async ({ lapau, open }) => {
  const cook = await buildSeller(lapau);
  const name = unique('Gulai Paku');
  const page = await open('/my-warung/tambah-menu', cook);
  await page.route('**/rpc/create_post', (route) => route.abort());
  await choosePhotos(page, await smallPhoto());
  await page.getByLabel('Nama').fill(name);
  await page.getByLabel('Harga').fill('15000');
  await page.getByRole('button', { name: 'Posting' }).tap();
  await expect(page.getByRole('list', { name: 'Belum diposting' })).toContainText(name);
  await expect(page.getByText(/tidak terkirim/)).toHaveCount(0);
  await lapau.call(
    'update_user_by_admin',
    {
      user_id_to_update: cook.id,
      new_full_name: cook.full_name,
      new_email: cook.email,
      new_role: 'pembeli',
    },
    await buildAdmin(lapau),
  );
  await expectToast(page, 'Peran Anda sekarang Pembeli.');
  await page.unroute('**/rpc/create_post');
  await page.goto('/');
  await openList(page, 1);
  await expect(items(page)).toContainText('Menu');
  await expect(items(page)).toContainText(name);
  await expect(items(page)).toContainText('15000');
  await expect(items(page).locator('img')).toHaveCount(1);
  expect(await everythingStored(page)).toContain(name);
  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(lapau, page, await buildMember(lapau));
  await expect.poll(() => everythingStored(page)).not.toContain(name);
  await expect(page.getByText(/tidak terkirim/)).toHaveCount(0);
});
