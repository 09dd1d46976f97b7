import { buildMember, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import { buildChat, messageBox, messageRow, send, storedTexts } from './support/chat.ts';
import { everythingStored, untilKept } from './support/device.ts';
import { refuseToStore } from './support/poor-devices.ts';
import { loseSignal } from './support/signal.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed/,
});

const full = 'Penyimpanan HP penuh. Jangan tutup Lapau.';

test('what is done and typed on a full phone says so in its place, and is stored once there is room', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const { id } = await buildPost(lapau, { user_id: chat.seller.id });
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await untilKept(page, '');
  const makeRoom = await refuseToStore(page);
  await page.context().setOffline(true);
  await send(page, 'Masih ada?');
  await expect(page.getByText(`1 pesan menunggu: ${full}`)).toBeVisible();
  await expect(messageRow(page, 'Masih ada?')).not.toContainText('menunggu sinyal');
  await makeRoom();
  await expect(page.getByText(full)).toHaveCount(0);
  await expect(messageRow(page, 'Masih ada?')).toContainText('menunggu sinyal');
  expect(await everythingStored(page)).toContain('Masih ada?');
  await page.context().setOffline(false);
  await expect.poll(() => storedTexts(lapau, chat)).toEqual(['Masih ada?']);

  await page.goto(`/post/${id}`);
  await expect(page.getByPlaceholder('Tulis komentar...')).toBeVisible();
  await untilKept(page, '');
  const makeRoomAgain = await refuseToStore(page);
  await loseSignal(page);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await expect(page.getByRole('button', { name: `Suka, 1 suka, ${full}` })).toBeVisible();
  await page.getByPlaceholder('Tulis komentar...').fill('Pedas tidak?');
  await page.getByRole('button', { name: 'Kirim' }).tap();
  const thread = page.getByRole('list', { name: 'Komentar' });
  await expect(thread).toContainText(full);
  await makeRoomAgain();
  await expect(thread).toContainText('menunggu sinyal');
  await expect(page.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible();
  await expect(page.getByText(full)).toHaveCount(0);
});

test('a draft that a full phone does not take is said above every screen, and leaving the page is asked about', async ({
  lapau,
  open,
}) => {
  const chat = await buildChat(lapau);
  const page = await open(`/chat/${chat.id}`, chat.buyer);
  await messageBox(page).fill('Belum');
  await expect.poll(() => everythingStored(page)).toContain('Belum');
  const makeRoom = await refuseToStore(page);
  await messageBox(page).fill('Belum selesai');
  await expect(page.getByRole('paragraph').filter({ hasText: full })).toBeVisible();
  await page.getByRole('button', { name: 'Kembali' }).tap();
  await expect(page.getByRole('paragraph').filter({ hasText: full })).toBeVisible();
  const asked = page.waitForEvent('dialog');
  // Playwright's own reload would wait for a page that is not left.
  await page.evaluate(() => void setTimeout(() => location.reload()));
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await makeRoom();
  await expect(page.getByText(full)).toHaveCount(0);
  await page.reload();
  await page.getByRole('link', { name: new RegExp(chat.seller.warung.name) }).tap();
  await expect(messageBox(page)).toHaveValue('Belum selesai');
});

test('what waits is stored again when the browser deletes it under an open page', async ({ lapau, open }) => {
  const seller = await buildSeller(lapau);
  const { id } = await buildPost(lapau, { user_id: seller.id, food_name: unique('Pangek') });
  const page = await open(`/post/${id}`, await buildMember(lapau));
  await untilKept(page, '');
  await loseSignal(page);
  await page.getByPlaceholder('Tulis komentar...').fill('Pedas tidak?');
  await page.getByRole('button', { name: 'Kirim' }).tap();
  const thread = page.getByRole('list', { name: 'Komentar' });
  await expect(thread).toContainText('menunggu sinyal');
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin: lapau.url, storageTypes: 'indexeddb' });
  await expect.poll(() => everythingStored(page)).toContain('Pedas tidak?');
  await expect(thread).toContainText('menunggu sinyal');
});
