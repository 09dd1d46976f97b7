import type { CallName } from '@lapau/contract/calls';
import type { Page } from '@playwright/test';
import { buildMember, buildMessage, buildPost, buildSeller } from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { failCall, pauseCall } from './support/calls.ts';
import { buildChat, chatWith, messageBox, messageRow, send } from './support/chat.ts';
import { untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { loseSignal } from './support/signal.ts';
import { storedAnswers } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection.*failed|503.*toggle_like/,
});

const lost = 'Tidak ada sinyal.';

/** Has calls of one name get no answer at all. */
const silence = (page: Page, call: CallName) => page.route(`**/rpc/${call}`, () => undefined);

async function buildDishes(lapau: Lapau, count = 1) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const images = [await storePhoto(lapau, seller)];
  const dishes = [];
  for (let index = 1; index <= count; index += 1)
    dishes.push(await buildPost(lapau, { user_id: seller.id, images, food_name: `Gulai ${index}` }));
  return { id: dishes[0]?.id ?? '', feed: `/?nagari=${encodeURIComponent(seller.nagari)}` };
}

test('what the server does not take or answer is not sent yet, and waits for the signal only once that has gone', async ({
  lapau,
  open,
}) => {
  const { id } = await buildDishes(lapau);
  const page = await open(`/post/${id}`, await buildMember(lapau));
  await expect(page.getByText('Jadilah yang pertama berkomentar!')).toBeVisible();
  await failCall(page, 'toggle_like', { code: 'not_ready' });
  await silence(page, 'toggle_save_post');
  await silence(page, 'add_comment');
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await page.getByRole('button', { name: 'Simpan' }).tap();
  await page.getByPlaceholder('Tulis komentar...').fill('Masih ada?');
  await page.getByRole('button', { name: 'Kirim', exact: true }).tap();
  const comments = page.getByRole('list', { name: 'Komentar' });
  await expect(page.getByRole('button', { name: 'Suka, 1 suka, Server sedang tidak siap.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Simpan, belum terkirim' })).toBeVisible();
  await expect(comments).toContainText('belum terkirim');
  await expect(page.getByText(lost)).toHaveCount(0);

  await page.context().setOffline(true);
  await expect(page.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Simpan, menunggu sinyal' })).toBeVisible();
  await expect(comments).toContainText('menunggu sinyal');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await expect(page.getByRole('button', { name: 'Suka, 1 suka', exact: true })).toBeVisible();
});

test('a message and a chat wait for the server while that is silent, and the chat says when the network fails it', async ({
  lapau,
  open,
}) => {
  const { id, buyer } = await buildChat(lapau);
  const page = await open(`/chat/${id}`, buyer);
  await expect(messageBox(page)).toBeVisible();
  await silence(page, 'send_message');
  await send(page, 'Masih ada?');
  await expect(messageRow(page, 'Masih ada?')).toContainText('belum terkirim');
  await expect(page.getByText(lost)).toHaveCount(0);
  // The phone believes to have a network, but no request arrives.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.route('**/rpc/*', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(lost)).toBeInViewport();
  await send(page, 'Saya jemput.');
  await expect(messageRow(page, 'Saya jemput.')).toContainText('menunggu sinyal');
  await page.unroute('**/rpc/*');
  await expect(messageRow(page, 'Saya jemput.')).toContainText(/(?<!belum )terkirim/);
  await expect(page.getByText(lost)).toBeHidden();
});

test('a list says what it waits for only while its next page is on its way', async ({ lapau, open }) => {
  const { feed } = await buildDishes(lapau, 25);
  const page = await open('about:blank', await buildMember(lapau));
  await page.clock.install();
  await page.goto(feed);
  await expect(page.getByRole('article').first()).toBeVisible();
  const said = page.getByRole('main').getByText(/Memuat\.\.\.|Menunggu sinyal|Belum ada jawaban/);
  await page.clock.fastForward(10_000);
  await expect(said).toHaveCount(0);
  const release = await pauseCall(page, 'get_feed');
  await expect(async () => {
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(said).toHaveText('Memuat...', { timeout: 500 });
  }).toPass();
  await page.clock.fastForward(4_000);
  await expect(said).toHaveText('Belum ada jawaban dari server...');
  await page.context().setOffline(true);
  await expect(said).toHaveText('Menunggu sinyal...');
  await page.context().setOffline(false);
  release();
  await expect(said).toHaveCount(0);
});

test('a like and a save that are taken back before the signal is there again are nothing', async ({ lapau, open }) => {
  const { id } = await buildDishes(lapau);
  const page = await open(`/post/${id}`, await buildMember(lapau));
  await untilKept(page, 'Gulai 1');
  const context = page.context();
  const calls: string[] = [];
  context.on('request', (request) => calls.push(request.url().replace(/^.*\/rpc\//, '')));
  await loseSignal(page);
  await page.getByRole('button', { name: 'Suka, 0 suka' }).tap();
  await page.getByRole('button', { name: 'Simpan' }).tap();
  await expect(page.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Simpan, menunggu sinyal' })).toBeVisible();
  // The app is closed and opened again before the taps are taken back.
  await page.close();
  const again = await context.newPage();
  await again.goto(`/post/${id}`);
  await again.getByRole('button', { name: 'Suka, 1 suka, menunggu sinyal' }).tap();
  await again.getByRole('button', { name: 'Simpan, menunggu sinyal' }).tap();
  await expect(again.getByRole('button', { name: 'Suka, 0 suka', exact: true })).toBeVisible();
  calls.length = 0;
  await context.setOffline(false);
  await again.getByPlaceholder('Tulis komentar...').fill('Sudah ada sinyal.');
  await again.getByRole('button', { name: 'Kirim', exact: true }).tap();
  await expect.poll(() => calls).toContain('add_comment');
  await expect(again.getByText(/Mengirim|menunggu sinyal|belum terkirim/)).toHaveCount(0);
  expect(calls.filter((call) => call.startsWith('toggle_'))).toEqual([]);
});

test('a message that comes, and one that goes, while the list of chats is open is so without a signal too', async ({
  lapau,
  open,
}) => {
  const { id, buyer, seller } = await buildChat(lapau);
  const { id: deleted } = await buildMessage(lapau, {
    conversation_id: id,
    sender_id: seller.id,
    content: 'Salah kirim.',
  });
  const page = await open(`/chat/${id}`, buyer);
  await expect(messageRow(page, 'Salah kirim.')).toBeVisible();
  await untilKept(page, 'Salah kirim.');
  const context = page.context();
  // The messages are on the device, not in this page.
  await page.goto('/conversations');
  const row = page.getByRole('list', { name: 'Percakapan' }).getByRole('listitem');
  await expect(row).toContainText('Salah kirim.');
  await chatWith(lapau, id, seller, 'Baru masak, Uni.');
  await expect(row).toContainText('Baru masak, Uni.');
  await lapau.call('delete_message', { message_id: deleted }, seller);
  await expect.poll(async () => (await storedAnswers(page)).match(/Baru masak, Uni\./g)?.length).toBe(2);
  await expect.poll(() => storedAnswers(page)).not.toContain('Salah kirim.');
  await page.close();
  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto(`/chat/${id}`);
  await expect(messageRow(again, 'Baru masak, Uni.')).toBeVisible();
  await expect(messageRow(again, 'Salah kirim.')).toHaveCount(0);
});

test('in flight mode every address opens the app: screens however they are written, and what is unknown', async ({
  lapau,
  open,
}) => {
  const { id } = await buildDishes(lapau);
  const page = await open(`/post/${id}`, await buildMember(lapau));
  await untilKept(page, 'Gulai 1');
  await page.context().setOffline(true);
  for (const address of [`/post/${id}/`, `/post/${id}?dari=wa`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Gulai 1' })).toBeVisible();
  }
  for (const address of ['/tidak-ada', '/tidak/ada/?x=1', '/menu.html']) {
    await page.goto(address);
    await expect(page.getByText('Halaman yang Anda cari tidak ada.')).toBeVisible();
    await expect(page.getByText(lost)).toBeVisible();
  }
  await page.getByRole('link', { name: 'Ke Feed' }).tap();
  await expect(page).toHaveURL('/');

  // Only the server knows which stall this address means.
  await page.goto('/w/1a01e9f0');
  await expect(page.getByText('Warung ini belum bisa dibuka.')).toBeVisible();
  await expect(page.getByText('Periksa sinyal Anda, lalu coba lagi.')).toBeVisible();
});
