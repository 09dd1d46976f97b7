import type { Page } from '@playwright/test';
import { buildComment, buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { expectExactCounts } from '../server/src/testing/counts.ts';
import { messageBox, messageRow, send } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { expectedWithoutSignal, test } from './support/poor-phone.ts';
import { storedAnswers } from './support/stores.ts';
import { expect } from './support/story.ts';

test.use({ expectedErrors: expectedWithoutSignal });

/** A row of the comments that waits for the signal, and shows once. */
const waitsOnce = (text: string) => async (page: Page) => {
  const rows = page.getByRole('list', { name: 'Komentar' }).getByRole('listitem').filter({ hasText: text }).last();
  await expect(rows).toContainText('menunggu sinyal');
  await expect(page.getByText(text, { exact: true })).toHaveCount(1);
};

test('the buyer’s day, with the signal gone in the middle of each write', { tag: '@all' }, async ({ phone }) => {
  const seller = await buildSeller(phone.lapau);
  const images = [await storePhoto(phone.lapau, seller)];
  const { id } = await buildPost(phone.lapau, { user_id: seller.id, food_name: 'Gulai Baung', images });
  await buildComment(phone.lapau, { post_id: id, user_id: seller.id, content: 'Baru masak.' });
  const buyer = await buildMember(phone.lapau);
  let page = await phone.open(`/post/${id}`, buyer, 'Baru masak.');
  const button = (name: string | RegExp) => page.getByRole('button', { name });

  page = await phone.write(page, {
    call: 'toggle_like',
    loss: 'answer',
    leave: 'reload',
    act: (shown) => shown.getByRole('button', { name: 'Suka, 0 suka' }).tap(),
    waits: (shown) => expect(shown.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible(),
  });
  await expect(button('Suka, 1 suka')).toHaveAccessibleName('Suka, 1 suka');

  page = await phone.write(page, {
    call: 'toggle_save_post',
    loss: 'server',
    leave: 'close',
    act: (shown) => shown.getByRole('button', { name: /^Simpan/ }).tap(),
    waits: (shown) => expect(shown.getByRole('button', { name: 'Simpan, menunggu sinyal' })).toBeVisible(),
  });
  await expect(button(/^Simpan/)).toHaveAccessibleName('Simpan');
  await expect(button(/^Simpan/)).toHaveAttribute('aria-pressed', 'true');

  page = await phone.write(page, {
    call: 'add_comment',
    loss: 'answer',
    leave: 'close',
    act: async (shown) => {
      await shown.getByPlaceholder('Tulis komentar...').fill('Masih ada, Uni?');
      await shown.getByRole('button', { name: 'Kirim' }).tap();
    },
    waits: waitsOnce('Masih ada, Uni?'),
  });
  await expect(page.getByText(/Mengirim\.\.\.|menunggu sinyal|belum terkirim/)).toHaveCount(0);

  page = await phone.write(page, {
    call: 'add_comment',
    loss: 'server',
    leave: 'reload',
    act: async (shown) => {
      await shown.getByRole('button', { name: 'Balas' }).first().tap();
      await shown.getByPlaceholder(/^Balas ke/).fill('Simpan dua, ya.');
      await shown.getByRole('button', { name: 'Kirim' }).tap();
    },
    waits: async (shown) => {
      const more = shown.getByRole('button', { name: /^Lihat \d+ balasan$/ });
      if (await more.isVisible()) await more.tap();
      await waitsOnce('Simpan dua, ya.')(shown);
    },
  });
  await expect(page.getByText(/Mengirim\.\.\.|menunggu sinyal|belum terkirim/)).toHaveCount(0);

  await page.getByRole('heading', { name: 'Komentar' }).tap();
  await page.getByRole('link', { name: 'Chat' }).tap();
  await expect(page).toHaveURL(/\/chat\/[\da-f-]{36}$/);
  await expect(messageBox(page)).toBeVisible();
  await expect.poll(() => storedAnswers(page)).toContain(page.url().slice(-36));
  for (const [text, loss, leave] of [
    ['Saya jemput sore.', 'request', 'close'],
    ['Berapa semua?', 'server', 'reload'],
  ] as const) {
    page = await phone.write(page, {
      call: 'send_message',
      loss,
      leave,
      act: (shown) => send(shown, text),
      waits: (shown) => expect(messageRow(shown, text)).toContainText('menunggu sinyal'),
    });
    await expect(messageRow(page, text)).toContainText(/(?<!belum )terkirim/);
    await expect(messageRow(page, text)).toHaveCount(1);
  }

  const { db } = phone.lapau;
  const rows = async (table: 'likes' | 'saved_posts') =>
    (await db.selectFrom(table).select('post_id').where('user_id', '=', buyer.id).execute()).length;
  expect([await rows('likes'), await rows('saved_posts')]).toEqual([1, 1]);
  const written = db
    .selectFrom('post_comments')
    .select('content')
    .where('user_id', '=', buyer.id)
    .orderBy('created_at');
  expect(await written.execute()).toEqual([{ content: 'Masih ada, Uni?' }, { content: 'Simpan dua, ya.' }]);
  const sent = db.selectFrom('messages').select('content').where('sender_id', '=', buyer.id).orderBy('sequence');
  expect(await sent.execute()).toEqual([{ content: 'Saya jemput sore.' }, { content: 'Berapa semua?' }]);
  const counts = db.selectFrom('posts').select(['likes_count', 'comments_count']).where('id', '=', id);
  expect(await counts.executeTakeFirst()).toEqual({ likes_count: 1, comments_count: 3 });
  await expectExactCounts(db);
});
