import { buildMember, buildSeller } from '../server/src/testing/builders.ts';
import { expectAccessible } from './support/accessible.ts';
import { failCall, pauseCall, restoreCall } from './support/calls.ts';
import { buildChat, chatWith, messageBox, messageRow, pressMessage, send, storedTexts } from './support/chat.ts';
import { expect, test } from './support/story.ts';
import { expectToast, toastsOf } from './support/toasts.ts';

test.use({
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_ABORTED.*set_block|Unable to preload CSS|WebSocket connection.*failed|(400|403|404|409|422|429|500).*(send_message|delete_message|get_conversation_details|get_messages|open_conversation|get_user_conversations|set_block)/,
});

test('one’s own message is deleted for both, and comes back when that fails', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await chatWith(lapau, chat.id, chat.buyer, 'Salah kirim');
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  const other = await open(`/chat/${chat.id}`, chat.seller);
  await expect(messageRow(other, 'Salah kirim')).toBeVisible();
  const remove = async () => {
    await pressMessage(page, 'Salah kirim');
    await page.getByRole('menuitem', { name: 'Hapus' }).tap();
    const dialog = page.getByRole('alertdialog', { name: 'Hapus Pesan?' });
    await expect(dialog).toContainText(
      'Tindakan ini tidak dapat dibatalkan. Pesan ini akan dihapus untuk semua orang.',
    );
    await dialog.getByRole('button', { name: 'Hapus' }).tap();
  };
  await failCall(page, 'delete_message');
  await remove();
  await expectToast(page, 'Gagal menghapus pesan.');
  await expect(messageRow(page, 'Salah kirim')).toBeVisible();
  await restoreCall(page, 'delete_message');
  await remove();
  await expectToast(page, 'Pesan dihapus.');
  await expect(messageRow(page, 'Salah kirim')).toBeHidden();
  await expect(messageRow(other, 'Salah kirim')).toBeHidden();
});

test('a message is copied, and it says so when that fails', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await chatWith(lapau, chat.id, chat.seller, 'Rekening 0810-0000-0011');
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  const copyTo = (works: boolean) =>
    page.evaluate((isAllowed) => {
      const writeText = async (text: string) => {
        if (!isAllowed) throw new Error('denied');
        document.title = text;
      };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    }, works);
  const copy = async () => {
    await pressMessage(page, 'Rekening 0810-0000-0011');
    await page.getByRole('menuitem', { name: 'Salin' }).tap();
  };
  await expect(messageRow(page, 'Rekening')).toBeVisible();
  await copyTo(false);
  await copy();
  const dialog = page.getByRole('dialog', { name: 'Salin pesan' });
  await expect(dialog.getByRole('textbox', { name: 'Pesan' })).toHaveValue('Rekening 0810-0000-0011');
  await dialog.getByRole('button', { name: 'Tutup' }).tap();
  await expect(dialog).toHaveCount(0);
  await copyTo(true);
  await copy();
  await expectToast(page, 'Pesan disalin.');
  await expect(page).toHaveTitle('Rekening 0810-0000-0011');
});

test('blocking ends writing both ways; what was said stays, and queued messages end in one sentence', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  await chatWith(lapau, chat.id, chat.buyer, 'Halo');
  const buyer = await open(`/chat/${chat.id}`, chat.buyer);
  const seller = await open(`/chat/${chat.id}`, chat.seller);
  await expect(messageRow(buyer, 'Halo')).toBeVisible();
  await buyer.context().setOffline(true);
  for (const text of ['Satu', 'Dua']) await send(buyer, text);
  await messageBox(buyer).fill('Belum selesai');

  await seller.getByRole('button', { name: 'Menu percakapan' }).tap();
  await seller.getByRole('menuitem', { name: 'Blokir' }).tap();
  await seller.getByRole('alertdialog').getByRole('button', { name: 'Blokir' }).tap();
  await expect(seller.getByText(`Anda memblokir ${chat.buyer.full_name}.`)).toBeVisible();
  await expect(messageRow(seller, 'Halo')).toBeVisible();
  await expect(messageBox(seller)).toBeHidden();

  await buyer.context().setOffline(false);
  await expect(buyer.getByText('2 pesan tidak terkirim.')).toBeVisible();
  await expect(messageBox(buyer)).toBeHidden();
  // The page gives the reason once, and offers nothing that the server would refuse.
  await expect(buyer.getByText(/Pesan tidak dapat dikirim|Gagal mengirim/)).toHaveCount(1);
  for (const name of ['Kirim ulang', 'Ubah']) await expect(buyer.getByRole('button', { name })).toBeHidden();
  await expect(messageRow(buyer, 'Halo')).toBeVisible();
  expect(await storedTexts(lapau, chat)).toEqual(['Halo']);
  await buyer.evaluate(() => {
    const writeText = async (text: string) => void (document.title = text);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
  });
  await buyer.getByRole('button', { name: 'Salin', exact: true }).tap();
  await expect(buyer).toHaveTitle('Satu Dua');

  await seller.getByRole('button', { name: 'Buka blokir' }).tap();
  await expect(messageBox(seller)).toBeVisible();
  // The text that was typed meanwhile is there again, and the refused messages can be sent now.
  await expect(messageBox(buyer)).toHaveValue('Belum selesai');
  await expect(buyer.getByText('2 pesan belum terkirim.')).toBeVisible();
  await buyer.getByRole('button', { name: 'Kirim ulang' }).tap();
  await expect(messageRow(buyer, 'Dua')).toContainText('dibaca');
  expect(await storedTexts(lapau, chat)).toEqual(['Halo', 'Satu', 'Dua']);
});

test('the message to report is chosen and quoted, and its sender blocked in one sheet', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  for (const text of ['Selamat pagi', 'Kata kasar', 'Maaf, salah kirim']) {
    await chatWith(lapau, chat.id, chat.seller, text);
  }
  await chatWith(lapau, chat.id, chat.buyer, 'Punya saya');
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await expect(messageRow(page, 'Kata kasar')).toBeVisible();
  const start = async () => {
    await page.getByRole('button', { name: 'Menu percakapan' }).tap();
    await page.getByRole('menuitem', { name: 'Laporkan pesan' }).tap();
    await expect(page.getByText('Ketuk pesan yang mau dilaporkan.')).toBeVisible();
  };
  // The person ends choosing without a report by its button, and by going back.
  await messageBox(page).fill('Belum selesai');
  await start();
  await page.getByRole('button', { name: 'Batal' }).tap();
  await expect(messageBox(page)).toHaveValue('Belum selesai');
  await start();
  await page.goBack();
  await expect(messageBox(page)).toHaveValue('Belum selesai');
  await start();
  await expectAccessible(page);
  await expect(page.getByRole('button', { name: /^Laporkan: / })).toHaveCount(3);
  await page.getByRole('button', { name: 'Laporkan: Kata kasar' }).tap();
  const dialog = page.getByRole('dialog', { name: 'Laporkan Pesan' });
  await expect(dialog.getByText('Kata kasar')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel('Alasan').fill('Menghina');
  await dialog.getByRole('switch', { name: /^Blokir juga/ }).tap();
  await dialog.getByRole('button', { name: 'Kirim Laporan' }).tap();
  await expectToast(page, 'Laporan berhasil dikirim. Terima kasih atas masukan Anda.');
  await expect(page.getByText(/^Anda memblokir/)).toBeVisible();
  const reports = await lapau.db
    .selectFrom('reports')
    .innerJoin('reported_messages', 'reported_messages.report_id', 'reports.id')
    .select(['reason', 'content'])
    .where('is_reported', '=', true)
    .where('reporter_id', '=', chat.buyer.id)
    .execute();
  expect(reports).toEqual([{ reason: 'Menghina', content: 'Kata kasar' }]);
});

test('whom one has blocked is in the profile, with the way to unblock them', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  await lapau.call('set_block', { person_id: chat.seller.id, blocked: true }, chat.buyer);
  const page = await open('/profile', chat.buyer);
  await page.getByRole('link', { name: 'Orang yang diblokir' }).tap();
  const row = page.getByRole('list', { name: 'Orang yang diblokir' }).getByRole('listitem');
  await expect(row).toContainText(chat.seller.warung.name);
  const unblock = row.getByRole('button', { name: `Buka blokir ${chat.seller.warung.name}` });
  await failCall(page, 'set_block', { times: 1 });
  await unblock.tap();
  await expectToast(page, 'Gagal mengubah blokir.');
  await expect(row).toBeVisible();
  await unblock.tap();
  await expectToast(page, `Blokir ${chat.seller.warung.name} dibuka.`);
  await expect(page.getByText('Tidak ada orang yang diblokir.')).toBeVisible();
  await page.goto(`/chat/${chat.id}`);
  await expect(messageBox(page)).toBeVisible();
});

test('a question that waits for the server says so, and leaving it cancels what was asked', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await pauseCall(page, 'set_block');
  const dialog = page.getByRole('alertdialog');
  for (const leave of [
    () => dialog.getByRole('button', { name: 'Batal' }).tap(),
    () => page.goBack(),
    () => page.keyboard.press('Escape'),
  ]) {
    await page.getByRole('button', { name: 'Menu percakapan' }).tap();
    await page.getByRole('menuitem', { name: 'Blokir' }).tap();
    await dialog.getByRole('button', { name: 'Blokir' }).tap();
    await expect(dialog.getByRole('button', { name: 'Belum ada jawaban...' })).toBeVisible();
    const cancelled = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/rpc/set_block'));
    await leave();
    await cancelled;
    await expect(dialog).toBeHidden();
  }
  await expect(page).toHaveURL(`/chat/${chat.id}`);
  await expect(messageBox(page)).toBeVisible();
  // A block that the person cancels is no failure.
  await expect(toastsOf(page)).toHaveCount(0);
});

test('what cannot be loaded says so, with a way on', async ({ lapau, open }) => {
  const chat = await buildChat(lapau);
  const page = await open('/about', chat.buyer);
  await failCall(page, 'get_conversation_details');
  await page.goto(`/chat/${chat.id}`);
  await expect(page.getByText('Tidak dapat memuat chat.')).toBeVisible();
  await expect(page.getByText('Gagal memuat detail percakapan.')).toBeVisible();
  await restoreCall(page, 'get_conversation_details');
  await failCall(page, 'get_messages');
  await page.reload();
  await expect(page.getByText('Gagal memuat pesan.')).toBeVisible();
  await restoreCall(page, 'get_messages');
  await page.getByRole('button', { name: 'Coba lagi' }).tap();
  await expect(messageBox(page)).toBeVisible();

  for (const id of ['bukan-percakapan', crypto.randomUUID()]) {
    await page.goto(`/chat/${id}`);
    await expect(page.getByText('Detail percakapan atau pengguna lain tidak ditemukan.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Coba lagi' })).toBeHidden();
  }
  await failCall(page, 'get_user_conversations');
  await page.getByRole('link', { name: 'Kembali ke Pesan' }).tap();
  await expect(page.getByText('Gagal memuat pesan.')).toBeVisible();

  for (const [recipient, reason] of [
    [chat.buyer, 'Anda tidak dapat melakukan ini pada akun Anda sendiri.'],
    [await buildMember(lapau), 'Percakapan baru hanya dapat dimulai dengan penjual atau admin.'],
  ] as const) {
    await page.goto(`/chat/new/${recipient.id}`);
    await expect(page.getByText('Gagal membuat percakapan baru.')).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
  }
});

test('who opens too many conversations is told when the next one is possible (D32)', async ({ lapau, open }) => {
  const page = await open('about:blank', await buildMember(lapau));
  await failCall(page, 'open_conversation', { code: 'too_many_conversations' });
  const seller = await buildSeller(lapau);
  await page.goto(`/warungs/${seller.id}`);
  await page.getByRole('link', { name: 'Kirim Pesan' }).tap();
  await expect(page.getByText('Anda sudah memulai banyak percakapan baru. Coba lagi satu jam lagi.')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Kembali' }).tap();
  await expect(page.getByRole('heading', { name: seller.warung.name })).toBeVisible();
});
