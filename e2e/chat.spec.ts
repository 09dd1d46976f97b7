import type { Page } from '@playwright/test';
import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { buildChat, chatWith, messageBox, messageRow, send } from './support/chat.ts';
import { storePhoto } from './support/photos.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

// A dish is deleted while it is asked about.
test.use({ expectedErrors: /404.*get_post_details/ });

test('from a dish to its cook: the card goes with the first message, and shows when the dish is sold out', async ({
  lapau,
  open,
}) => {
  const seller = await buildSeller(lapau, { warung: { name: unique('Lapau Mak Itam') } });
  const buyer = await buildMember(lapau, { full_name: unique('Siti') });
  const food_name = unique('Gulai Baung');
  const { id: postId } = await buildPost(lapau, {
    user_id: seller.id,
    food_name,
    price: '25000',
    images: [await storePhoto(lapau, seller)],
  });

  const page = await open(`/post/${postId}`, buyer);
  await page.getByRole('link', { name: 'Chat' }).tap();
  await expect(page).toHaveURL(/\/chat\/[\w-]{36}$/);
  await expect(page.getByRole('heading', { name: seller.warung.name })).toBeVisible();
  await expect(page.getByText(`Mulai percakapan dengan ${seller.warung.name}.`)).toBeVisible();
  const card = page.getByRole('link', { name: food_name });
  await expect(card).toContainText('Rp 25.000');
  await expect(page.getByText('kini habis')).toBeHidden();
  await lapau.call('set_posts_open', { post_ids: [postId], is_open: false }, seller);
  await expect(page.getByText('kini habis')).toBeVisible();
  await lapau.call('set_posts_open', { post_ids: [postId], is_open: true }, seller);
  await expect(page.getByText('kini habis')).toBeHidden();
  await expect.poll(() => storedDrafts(page)).toContain(postId);
  await page.reload();
  await expect(card).toContainText('Rp 25.000');

  await send(page, 'Masih ada untuk tiga orang?');
  const sent = messageRow(page, 'Masih ada untuk tiga orang?');
  await expect(sent).toContainText(/(?<!belum )terkirim/);
  await expect(sent.getByRole('link', { name: food_name })).toContainText('Rp 25.000');
  await expect(page.getByRole('button', { name: 'Jangan sertakan' })).toBeHidden();

  // Going back leads to the dish, not to /chat/new.
  await page.getByRole('button', { name: 'Kembali' }).tap();
  await expect(page).toHaveURL(new RegExp(`/post/${postId}$`));

  const cook = await open('/conversations', seller);
  await cook.getByRole('link', { name: buyer.full_name }).tap();
  const received = messageRow(cook, 'Masih ada untuk tiga orang?');
  await expect(received.getByRole('link', { name: food_name })).toBeVisible();
  await lapau.call('set_posts_open', { post_ids: [postId], is_open: false }, seller);
  await expect(received).toContainText('kini habis');
  await lapau.call('set_posts_open', { post_ids: [postId], is_open: true }, seller);
  await lapau.call('set_warung_open', { is_open: false }, seller);
  await expect(received).toContainText('kini tutup');
  await page.getByRole('link', { name: 'Chat' }).tap();
  const takeOff = page.getByRole('button', { name: 'Jangan sertakan' });
  await expect(takeOff).toBeVisible();
  await lapau.call('delete_post', { post_id: postId }, seller);
  await expect(takeOff).toBeHidden();
  await expect(received).toContainText('sudah dihapus');
  await expect(received).toContainText(food_name);
  await expect(received.getByRole('link', { name: food_name })).toBeHidden();
});

test('messages go both ways live, with their state in words and ticks', async ({ lapau, open }) => {
  const { buyer, seller, id } = await buildChat(lapau);
  const one = await open(`/chat/${id}`, buyer);
  const other = await open(`/chat/${id}`, seller);
  await send(one, 'Ada randang hari ini?');
  await expect(messageRow(other, 'Ada randang hari ini?')).toBeVisible();
  await expect(messageRow(one, 'Ada randang hari ini?')).toContainText('dibaca');
  await send(other, 'Ada, lihat https://pasar.example/randang.');
  const answer = messageRow(one, 'Ada, lihat');
  await expect(answer).toBeVisible();
  const link = answer.getByRole('link', { name: 'https://pasar.example/randang' });
  await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  const tapsOnLink = await link.evaluate((target) => {
    const { left, top, bottom } = target.getBoundingClientRect();
    return [top + 5, bottom - 5].map((y) => target.contains(document.elementFromPoint(left + 20, y)));
  });
  expect(tapsOnLink, 'above and below its line').toEqual([true, true]);
  await expect(one.getByText('Hari ini', { exact: true })).toHaveCount(1);
});

test('the badge of messages and the list are live, and reading empties them on all pages', async ({ lapau, open }) => {
  const { buyer, seller, id } = await buildChat(lapau);
  const badge = (count: number) => (count > 0 ? `Pesan, ${count} belum dibaca` : 'Pesan');
  const page = await open('/', buyer);
  await expect(page.getByRole('link', { name: badge(0), exact: true })).toBeVisible();
  for (const text of ['Ada lontong.', 'Masih hangat.']) await chatWith(lapau, id, seller, text);
  await page.getByRole('link', { name: badge(2), exact: true }).tap();
  const row = page.getByRole('listitem').filter({ hasText: seller.warung.name });
  await expect(row).toContainText('Masih hangat.');
  await expect(row).toContainText('2 belum dibaca');
  await chatWith(lapau, id, seller, 'Tinggal tiga.');
  await expect(row).toContainText('Tinggal tiga.');
  await expect(row).toContainText('3 belum dibaca');

  const elsewhere = await open('/about', buyer);
  await expect(elsewhere.getByRole('link', { name: badge(3), exact: true })).toBeVisible();
  await row.getByRole('link').tap();
  await expect(messageRow(page, 'Tinggal tiga.')).toBeVisible();
  await expect(elsewhere.getByRole('link', { name: badge(0), exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Kembali' }).tap();
  await expect(row).not.toContainText('belum dibaca');
});

test('counts that newer ones have overtaken on the way are ignored (D34)', async ({ lapau, open }) => {
  const { buyer, seller, id } = await buildChat(lapau);
  const page = await open('about:blank', buyer);
  const overtaken: string[] = [];
  let hasOvertaken = false;
  const connected = Promise.withResolvers<void>();
  await page.routeWebSocket('**/realtime', (socket) => {
    const server = socket.connectToServer();
    server.onMessage((frame) => {
      const text = String(frame);
      if (text.includes('ready')) connected.resolve();
      // A page that has just connected may be sent a signal twice.
      if (text.includes('Satu') && !hasOvertaken) {
        overtaken.push(text);
        return;
      }
      socket.send(text);
      if (!text.includes('Dua')) return;
      hasOvertaken = true;
      for (const late of overtaken.splice(0)) socket.send(late);
    });
  });
  await page.goto('/conversations');
  await connected.promise;
  for (const text of ['Satu', 'Dua']) await chatWith(lapau, id, seller, text);
  const row = page.getByRole('listitem').filter({ hasText: seller.warung.name });
  await expect(row).toContainText('2 belum dibaca');
  await expect(row).toContainText('Dua');
  await expect(page.getByRole('link', { name: 'Pesan, 2 belum dibaca', exact: true })).toBeVisible();
});

test('the notification of messages leads to their chat, and counts as read', async ({ lapau, open }) => {
  const { buyer, seller, id } = await buildChat(lapau);
  for (const text of ['Ada lontong.', 'Masih hangat.']) await chatWith(lapau, id, seller, text);
  const page = await open('/notifications', buyer);
  await page.getByText(`Pesan baru dari ${seller.warung.name}.`).tap();
  await expect(page).toHaveURL(new RegExp(`/chat/${id}$`));
  await expect(messageRow(page, 'Masih hangat.')).toBeVisible();
  const readMarks = async () => (await lapau.call('get_notifications', {}, buyer)).map(({ is_read }) => is_read);
  await expect.poll(readMarks).toEqual([true]);
  // A message in the chat that is on the screen leaves no notification either.
  await chatWith(lapau, id, seller, 'Tinggal dua.');
  await expect(messageRow(page, 'Tinggal dua.')).toBeVisible();
  await expect.poll(() => lapau.call('get_unread_messages', {}, buyer)).toEqual({ unread: 0 });
  expect(await readMarks()).toEqual([true]);

  // A page behind another tab marks nothing as read (D33).
  const marks: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/rpc/mark_conversation_read')) marks.push(request.postData() ?? '');
  });
  await setVisibility(page, 'hidden');
  for (const text of ['Tinggal satu.', 'Sudah habis.']) {
    await chatWith(lapau, id, seller, text);
    await expect(messageRow(page, text)).toBeVisible();
  }
  expect(marks).toEqual([]);
  expect(await lapau.call('get_unread_messages', {}, buyer)).toEqual({ unread: 2 });
  await setVisibility(page, 'visible');
  await expect.poll(() => lapau.call('get_unread_messages', {}, buyer)).toEqual({ unread: 0 });
});

/** Makes the page visible or hidden, as in a tab behind another one or on a phone that is locked. */
const setVisibility = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { configurable: true, value });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, state);

test('with the keyboard open the input and what was read above it are on the screen', async ({ lapau, open }) => {
  const { buyer, id } = await buildChat(lapau);
  for (let count = 1; count <= 20; count += 1) await chatWith(lapau, id, buyer, `Pesan ${count}.`);
  const page = await open(`/chat/${id}`, buyer);
  await expect(messageRow(page, 'Pesan 20.')).toBeInViewport();
  await page.setViewportSize({ width: 360, height: 440 });
  const sendButton = page.getByRole('button', { name: 'Kirim', exact: true });
  await expect(sendButton).toBeDisabled();
  await messageBox(page).fill('  ');
  await expect(sendButton).toBeDisabled();
  const heightOf = async () => (await messageBox(page).boundingBox())?.height ?? 0;
  const oneLine = await heightOf();
  await messageBox(page).fill('Satu\ndua\ntiga');
  await expect(sendButton).toBeEnabled();
  expect(await heightOf()).toBeGreaterThan(oneLine);
  await expect(messageBox(page)).toBeInViewport({ ratio: 1 });
  await expect(messageRow(page, 'Pesan 20.')).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(messageRow(page, 'Pesan 20.')).toBeInViewport({ ratio: 1 });
});

test('the list shows the newest conversation first, and what is typed and not sent', async ({ lapau, open }) => {
  const { buyer, seller, id } = await buildChat(lapau);
  const other = await buildChat(lapau, { buyer });
  await chatWith(lapau, id, seller, 'Pertama');
  await chatWith(lapau, other.id, other.seller, 'Kedua');
  const page = await open('/conversations', buyer);
  const names = page.getByRole('list', { name: 'Percakapan' }).getByRole('listitem');
  await expect(names).toContainText([other.seller.warung.name, seller.warung.name]);
  await chatWith(lapau, id, seller, 'Ketiga');
  await expect(names).toContainText([seller.warung.name, other.seller.warung.name]);
  await names.nth(1).getByRole('link').tap();
  await page.getByRole('textbox', { name: 'Ketik pesan...' }).fill('Nanti sore saya');
  await page.getByRole('button', { name: 'Kembali' }).tap();
  await expect(names.nth(1)).toContainText('Draf: Nanti sore saya');
  await expect.poll(() => storedDrafts(page)).toContain('Nanti sore saya');
  await page.reload();
  await expect(names.nth(1)).toContainText('Draf: Nanti sore saya');
  await names.nth(1).getByRole('link').tap();
  await expect(messageBox(page)).toHaveValue('Nanti sore saya');
});

test('without conversations the list says where one begins', async ({ lapau, open }) => {
  const page = await open('/conversations', await buildMember(lapau));
  await expect(page.getByRole('heading', { name: 'Pesan' })).toBeVisible();
  await expect(page.getByText('Anda belum memiliki percakapan.')).toBeVisible();
  await expect(page.getByText('Mulai chat dengan penjual di halaman warung atau postingan.')).toBeVisible();
});

test('a conversation without messages, and one whose other person is gone, have their texts', async ({
  lapau,
  open,
}) => {
  const { buyer, seller, id } = await buildChat(lapau);
  const page = await open('/conversations', buyer);
  const row = page.getByRole('list', { name: 'Percakapan' }).getByRole('listitem');
  await expect(row).toContainText('Mulai percakapan...');
  await chatWith(lapau, id, seller, 'Sampai jumpa.');
  await expect(row).toContainText('Sampai jumpa.');
  await lapau.db.updateTable('profiles').set({ is_suspended: true }).where('id', '=', seller.id).execute();
  await page.reload();
  await row.getByRole('link', { name: 'Pengguna Tidak Dikenal' }).tap();
  await expect(messageRow(page, 'Sampai jumpa.')).toBeVisible();
  await expect(page.getByText('Pengguna ini sudah tidak dapat dikirimi pesan.')).toBeVisible();
  await expect(page.getByRole('textbox')).toBeHidden();
});
