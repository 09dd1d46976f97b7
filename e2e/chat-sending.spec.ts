import { failCall, restoreCall } from './support/calls.ts';
import { buildChat, chatWith, messageBox, messageRow, send, storedTexts } from './support/chat.ts';
import { trustPhoneClock } from './support/phone-clock.ts';
import { storedDrafts } from './support/stores.ts';
import { expect, test } from './support/story.ts';

test.use({
  // The code that is preloaded is missing too while there is no signal.
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Unable to preload CSS|WebSocket connection.*failed|(400|403|409|410|422|429).*send_message/,
});

test('what is sent without signal waits on the phone, survives a killed page and arrives in its order (D71)', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(messageBox(page)).toBeVisible();
  await page.context().setOffline(true);
  for (const text of ['Satu', 'Dua', 'Tiga']) await send(page, text);
  await expect(messageRow(page, 'Satu')).toContainText('menunggu sinyal');
  await messageBox(page).fill('Belum selesai');
  const context = page.context();
  await expect(page.getByText('Tiga')).toBeVisible();
  await expect.poll(() => storedDrafts(page)).toContain('Belum selesai');
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto('/about');
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Satu', 'Dua', 'Tiga']);
  await next.goto(`/chat/${chat.id}`);
  await expect(messageRow(next, 'Tiga')).toContainText(/(?<!belum )terkirim/);
  await expect(messageBox(next)).toHaveValue('Belum selesai');
});

test('what both write in half a minute without signal arrives at both in the order of typing', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const pages = [await open('about:blank', chat.buyer), await open('about:blank', chat.seller)] as const;
  for (const page of pages) {
    await page.clock.install();
    await page.goto(`/chat/${chat.id}`);
    await expect(messageBox(page)).toBeVisible();
    await page.context().setOffline(true);
  }
  const [buyer, seller] = pages;
  for (const text of ['Beli satu', 'Beli dua']) await send(buyer, text);
  for (const text of ['Jual satu', 'Jual dua']) await send(seller, text);
  for (const page of pages) await page.clock.fastForward(30_000);
  await send(buyer, 'Beli tiga');
  await expect(messageRow(buyer, 'Beli tiga')).toContainText('menunggu sinyal');
  await expect(messageRow(seller, 'Jual dua')).toContainText('menunggu sinyal');
  for (const page of pages) await page.context().setOffline(false);

  await expect(messageRow(seller, 'Beli tiga')).toBeVisible();
  await expect(messageRow(buyer, 'Jual dua')).toBeVisible();
  const stored = await storedTexts(lapau, chat);
  expect(stored.filter((text) => text.startsWith('Beli'))).toEqual(['Beli satu', 'Beli dua', 'Beli tiga']);
  expect(stored.filter((text) => text.startsWith('Jual'))).toEqual(['Jual satu', 'Jual dua']);
  for (const page of pages) {
    await expect(page.getByRole('list', { name: /^Percakapan dengan/ }).getByText(/^(Beli|Jual) /)).toHaveText(stored);
  }
});

test('too many messages without an answer say so, wait on the phone and arrive later', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  await page.clock.install();
  await page.goto(`/chat/${chat.id}`);
  await expect(messageBox(page)).toBeVisible();
  await failCall(page, 'send_message', { code: 'too_many_unanswered' });
  for (const text of ['Masih ada?', 'Halo?']) await send(page, text);
  await expect(
    page.getByText(
      '2 pesan menunggu: Anda sudah banyak menulis tanpa dibalas. Sampai ada balasan, satu kiriman per menit.',
    ),
  ).toBeVisible();
  await expect(messageRow(page, 'Masih ada?')).toContainText('belum terkirim');
  expect(await storedTexts(lapau, chat)).toEqual([]);
  await page.reload();
  await expect(page.getByText(/^2 pesan menunggu/)).toBeVisible();
  await restoreCall(page, 'send_message');
  await page.clock.fastForward(60_000);
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Masih ada?', 'Halo?']);
  await expect(page.getByText(/^2 pesan menunggu/)).toBeHidden();
  await expect(messageRow(page, 'Halo?')).toContainText(/(?<!belum )terkirim/);
});

test('a message whose answer is lost is there once', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  let lost = 0;
  await page.route('**/rpc/send_message', async (route) => {
    lost += 1;
    if (lost > 2) return route.continue();
    await route.fetch();
    await route.abort();
  });
  for (const text of ['Satu', 'Dua', 'Tiga']) await send(page, text);
  await expect(messageRow(page, 'Tiga')).toContainText(/(?<!belum )terkirim/);
  expect(lost).toBeGreaterThan(3);
  expect(await storedTexts(lapau, chat)).toEqual(['Satu', 'Dua', 'Tiga']);
  for (const text of ['Satu', 'Dua', 'Tiga']) await expect(messageRow(page, text)).toHaveCount(1);
});

test('what a full phone cannot store is sent all the same', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  await page.addInitScript(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
  });
  await page.goto(`/chat/${chat.id}`);
  for (const text of ['Satu', 'Dua']) await send(page, text);
  await expect(messageRow(page, 'Dua')).toContainText(/(?<!belum )terkirim/);
  expect(await storedTexts(lapau, chat)).toEqual(['Satu', 'Dua']);
});

test('what was missed without signal is there afterwards, and what is typed stays', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await chatWith(lapau, chat.id, chat.seller, 'Sebelum');
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(messageRow(page, 'Sebelum')).toBeVisible();
  await page.context().setOffline(true);
  await messageBox(page).fill('Sedang mengetik');
  await chatWith(lapau, chat.id, chat.seller, 'Selama');
  await page.context().setOffline(false);
  await expect(messageRow(page, 'Selama')).toBeVisible();
  await expect(messageBox(page)).toHaveValue('Sedang mengetik');
});

test('a refused message holds those after it until its writer has decided', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await failCall(page, 'send_message');
  await send(page, 'Salah');
  await expect(page.getByText('Gagal mengirim pesan.')).toBeVisible();
  await expect(page.getByText(/^1 pesan belum terkirim/)).toBeVisible();
  await send(page, 'Sesudahnya');
  await expect(page.getByText(/^2 pesan belum terkirim/)).toBeVisible();
  await expect(messageRow(page, 'Sesudahnya')).toContainText('belum terkirim');
  await restoreCall(page, 'send_message');
  expect(await storedTexts(lapau, chat)).toEqual([]);

  await page.getByRole('button', { name: 'Ubah' }).tap();
  await expect(messageBox(page)).toHaveValue('Salah');
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Sesudahnya']);

  await failCall(page, 'send_message', { times: 1 });
  await send(page, 'Benar');
  await page.getByRole('button', { name: 'Kirim ulang' }).tap();
  await expect(messageRow(page, 'Benar')).toContainText(/(?<!belum )terkirim/);
  await expect(page.getByText(/pesan belum terkirim/)).toBeHidden();

  await failCall(page, 'send_message', { times: 1 });
  await send(page, 'Tidak jadi');
  await page.getByRole('button', { name: 'Hapus' }).tap();
  await expect(messageRow(page, 'Tidak jadi')).toBeHidden();
  expect(await storedTexts(lapau, chat)).toEqual(['Sesudahnya', 'Benar']);

  // The id of this message belongs to a message of another conversation.
  const other = await buildChat(lapau, { buyer: chat.buyer });
  await page.route(
    '**/rpc/send_message',
    async (route) => {
      const { id } = route.request().postDataJSON() as { id: string };
      await lapau.call('send_message', { id, p_conversation_id: other.id, p_content: 'Lain' }, chat.buyer);
      await route.continue();
    },
    { times: 1 },
  );
  await send(page, 'Ada lontong?');
  await page.getByRole('button', { name: 'Kirim ulang' }).tap();
  await expect(messageRow(page, 'Ada lontong?')).toContainText(/(?<!belum )terkirim/);
  expect(await storedTexts(lapau, chat)).toEqual(['Sesudahnya', 'Benar', 'Ada lontong?']);
});

test('a message whose text is refused says why, and is changed instead of sent again', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  const reason = 'Pesan harus berisi huruf yang terlihat.';
  await failCall(page, 'send_message', { code: 'invalid_input', details: { p_content: reason }, times: 1 });
  await send(page, 'Masih ada?');
  await expect(page.getByText(`1 pesan belum terkirim: ${reason}`)).toBeVisible();
  await expect(messageRow(page, 'Masih ada?')).toContainText('Gagal mengirim pesan.');
  await expect(page.getByRole('button', { name: 'Kirim ulang' })).toBeHidden();
  await page.getByRole('button', { name: 'Ubah' }).tap();
  await expect(messageBox(page)).toHaveValue('Masih ada?');
  await page.getByRole('button', { name: 'Kirim', exact: true }).tap();
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Masih ada?']);
});

test('what was copied from another program is sent and shown as it was seen there (D135)', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await send(page, 'Makasih \u2068Uni Eli\u2069 🙏\u000bbaris dua\u200b');
  await expect(messageRow(page, 'Makasih Uni Eli 🙏')).toContainText(/(?<!belum )terkirim/);
  expect(await storedTexts(lapau, chat)).toEqual(['Makasih Uni Eli 🙏\nbaris dua']);
});

test('a message whose answer was lost and that was deleted since is not sent again and holds nothing', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await page.route(
    '**/rpc/send_message',
    async (route) => {
      const { id } = route.request().postDataJSON() as { id: string };
      await route.fetch();
      await lapau.call('delete_message', { message_id: id }, chat.buyer);
      await route.abort();
    },
    { times: 1 },
  );
  for (const text of ['Salah', 'Sesudahnya']) await send(page, text);
  await expect(messageRow(page, 'Sesudahnya')).toContainText(/(?<!belum )terkirim/);
  await expect(messageRow(page, 'Salah')).toBeHidden();
  expect(await storedTexts(lapau, chat)).toEqual(['Sesudahnya']);
});

test('of two tabs one sends what waits, and both show it (D71)', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const one = await open(`/chat/${chat.id}`, chat.buyer);
  const context = one.context();
  const other = await context.newPage();
  await other.goto(`/chat/${chat.id}`);
  for (const page of [one, other]) await expect(messageBox(page)).toBeVisible();
  await context.setOffline(true);
  const answered: string[] = [];
  context.on('response', (response) => {
    if (!response.url().endsWith('/rpc/send_message')) return;
    answered.push((response.request().postDataJSON() as { p_content: string }).p_content);
  });
  const texts = ['Satu', 'Dua', 'Tiga', 'Empat'];
  for (const [index, text] of texts.entries()) {
    await send(index % 2 === 0 ? one : other, text);
    for (const page of [one, other]) await expect(messageRow(page, text)).toBeVisible();
  }
  await context.setOffline(false);
  for (const page of [one, other]) {
    await expect(messageRow(page, 'Empat')).toContainText(/(?<!belum )terkirim/);
    await expect(
      page.getByRole('list', { name: /^Percakapan dengan/ }).getByText(/^(Satu|Dua|Tiga|Empat)$/),
    ).toHaveText(texts);
  }
  expect(answered).toEqual(texts);
  expect(await storedTexts(lapau, chat)).toEqual(texts);
});

test('a message that is a day old is asked about before it is sent', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open('about:blank', chat.buyer);
  await trustPhoneClock(page);
  await page.goto(`/chat/${chat.id}`);
  await expect(messageBox(page)).toBeVisible();
  await page.context().setOffline(true);
  await send(page, 'Masih ada nasi?');
  await expect(messageRow(page, 'Masih ada nasi?')).toContainText('menunggu sinyal');
  await page.evaluate(
    (dayMs) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + dayMs;
    },
    25 * 60 * 60_000,
  );
  await page.context().setOffline(false);
  await expect(page.getByText(/Masih mau kirim\?/)).toBeVisible();
  expect(await storedTexts(lapau, chat)).toEqual([]);
  await page.getByRole('button', { name: 'Tetap kirim' }).tap();
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Masih ada nasi?']);
});

test('a message that arrived a day ago, its answer lost and the app closed, is not asked about and holds nothing', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(messageBox(page)).toBeVisible();
  const arrived = Promise.withResolvers<void>();
  await page.route('**/rpc/send_message', async (route) => {
    const { p_content } = route.request().postDataJSON() as { p_content: string };
    if (p_content === 'Satu') await route.fetch();
    arrived.resolve();
    await route.abort();
  });
  await send(page, 'Satu');
  await arrived.promise;
  await page.context().setOffline(true);
  await send(page, 'Dua');
  await expect(messageRow(page, 'Dua')).toContainText('menunggu sinyal');
  await page.close();

  const context = page.context();
  await context.setOffline(false);
  const next = await context.newPage();
  await trustPhoneClock(next);
  await next.addInitScript(
    (dayMs) => {
      const now = Date.now.bind(Date);
      Date.now = () => now() + dayMs;
    },
    25 * 60 * 60_000,
  );
  await next.goto('/about');
  await next.goto(`/chat/${chat.id}`);
  // The question is about the messages that have not arrived, and only about those.
  await expect(next.getByText('1 pesan belum terkirim sejak kemarin. Masih mau kirim?')).toBeVisible();
  await expect(messageRow(next, 'Satu')).toHaveCount(1);
  await next.getByRole('button', { name: 'Tetap kirim' }).tap();
  await expect(messageRow(next, 'Dua')).toContainText(/(?<!belum )terkirim/);
  expect(await storedTexts(lapau, chat)).toEqual(['Satu', 'Dua']);
});
