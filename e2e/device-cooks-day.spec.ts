import type { Page } from '@playwright/test';
import { buildConversation, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectExactCounts } from '../server/src/testing/counts.ts';
import { chatWith, messageRow, send } from './support/chat.ts';
import { choosePhotos, smallPhoto, storePhoto } from './support/photos.ts';
import { expectedWithoutSignal, test } from './support/poor-phone.ts';
import { storedAnswers } from './support/stores.ts';
import { expect } from './support/story.ts';

test.use({ expectedErrors: expectedWithoutSignal });

test('the cook’s day, with the signal gone in the middle of each write', { tag: '@all' }, async ({ phone }) => {
  const seller = await buildSeller(phone.lapau, { warung: { open_set_at: new Date(0) } });
  const images = [await storePhoto(phone.lapau, seller)];
  const given = { user_id: seller.id, images, open_set_at: new Date(0) };
  await buildPost(phone.lapau, { ...given, food_name: 'Sate Kemarin' });
  await buildPost(phone.lapau, { ...given, food_name: 'Gulai Baung' });
  const buyer = await buildMember(phone.lapau);
  const { id: chat } = await buildConversation(phone.lapau, { user1_id: buyer.id, user2_id: seller.id });
  await chatWith(phone.lapau, chat, buyer, 'Masih ada gulai?');
  let page = await phone.open('/my-warung', seller, 'Gulai Baung');
  const menu = (shown: Page) => shown.getByRole('list', { name: 'Menu' });
  const isSettled = () => expect(page.getByText(/menunggu sinyal|belum terkirim/)).toHaveCount(0);

  const posting = (shown: Page) => shown.getByRole('list', { name: 'Belum diposting' }).getByRole('listitem');
  page = await phone.write(page, {
    call: 'create_post',
    loss: 'server',
    leave: 'close',
    act: async (shown) => {
      await shown.getByRole('link', { name: 'Tambah Menu' }).first().tap();
      await choosePhotos(shown, await smallPhoto());
      await shown.getByLabel('Nama').fill('Lamang Tapai');
      await shown.getByLabel('Harga').fill('15000');
      await shown.getByRole('button', { name: 'Posting' }).tap();
      await expect(shown).toHaveURL('/my-warung');
    },
    waits: (shown) => expect(posting(shown)).toContainText(['Lamang Tapai']),
  });
  await expect(menu(page).getByRole('link', { name: 'Lamang Tapai' })).toBeVisible();
  await expect(posting(page)).toHaveCount(0);
  await expect.poll(() => storedAnswers(page)).toContain('Lamang Tapai');

  const stall = (shown: Page) => shown.getByRole('switch', { name: /^Warung/ });
  page = await phone.write(page, {
    call: 'set_warung_open',
    loss: 'answer',
    leave: 'reload',
    act: (shown) => stall(shown).tap(),
    waits: async (shown) => {
      await expect(stall(shown)).not.toBeChecked();
      await expect(shown.getByText('menunggu sinyal')).toBeVisible();
    },
  });
  await isSettled();
  await expect(stall(page)).not.toBeChecked();

  const dish = (shown: Page) => shown.getByRole('switch', { name: /Gulai Baung/ });
  page = await phone.write(page, {
    call: 'set_posts_open',
    loss: 'server',
    leave: 'close',
    act: (shown) => dish(shown).tap(),
    waits: async (shown) => {
      await expect(dish(shown)).not.toBeChecked();
      await expect(shown.getByText('menunggu sinyal')).toBeVisible();
    },
  });
  await isSettled();
  await expect(dish(page)).not.toBeChecked();

  page = await phone.write(page, {
    call: 'delete_post',
    loss: 'answer',
    leave: 'reload',
    act: async (shown) => {
      await shown.getByRole('button', { name: 'Menu Sate Kemarin' }).tap();
      await shown.getByRole('menuitem', { name: 'Hapus' }).tap();
      await shown.getByRole('alertdialog').getByRole('button', { name: 'Hapus' }).tap();
    },
    waits: async (shown) => {
      await expect(menu(shown).getByRole('link', { name: 'Lamang Tapai' })).toBeVisible();
      await expect(menu(shown).getByRole('link', { name: 'Sate Kemarin' })).toHaveCount(0);
    },
  });

  await page.getByRole('link', { name: /^Pesan/ }).tap();
  await page.getByRole('link', { name: new RegExp(buyer.full_name) }).tap();
  await expect(messageRow(page, 'Masih ada gulai?')).toBeVisible();
  await expect.poll(() => storedAnswers(page)).toContain('"content":"Masih ada gulai?"');
  page = await phone.write(page, {
    call: 'send_message',
    loss: 'server',
    leave: 'close',
    act: (shown) => send(shown, 'Habis, Pak.'),
    waits: (shown) => expect(messageRow(shown, 'Habis, Pak.')).toContainText('menunggu sinyal'),
  });
  await expect(messageRow(page, 'Habis, Pak.')).toContainText(/(?<!belum )terkirim/);

  const { db } = phone.lapau;
  const dishes = db
    .selectFrom('posts')
    .select(['food_name', 'is_open'])
    .where('user_id', '=', seller.id)
    .orderBy('food_name');
  await expect
    .poll(() => dishes.execute())
    .toEqual([
      { food_name: 'Gulai Baung', is_open: false },
      { food_name: 'Lamang Tapai', is_open: true },
    ]);
  const warung = db.selectFrom('warungs').select('is_open').where('id', '=', seller.id);
  expect(await warung.executeTakeFirst()).toEqual({ is_open: false });
  const sent = db.selectFrom('messages').select('content').where('sender_id', '=', seller.id);
  expect(await sent.execute()).toEqual([{ content: 'Habis, Pak.' }]);
  await expectExactCounts(db);
});
