import {
  buildMember,
  buildMessage,
  buildConversation,
  buildPost,
  buildSeller,
} from '../server/src/testing/builders.ts';
import type { Lapau } from '../server/src/testing/stories.ts';
import { keptFiles, untilKept } from './support/device.ts';
import { storePhoto } from './support/photos.ts';
import { storedAnswers } from './support/stores.ts';
import { expect, test } from './support/story.ts';
import { unique } from './support/unique.ts';

test.use({
  serviceWorkers: 'allow',
  expectedErrors:
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION_REFUSED|WebSocket connection.*failed|409 \(Conflict\).*/,
});

const noSignal = 'Tidak ada sinyal.';

async function dishOf(lapau: Lapau) {
  const seller = await buildSeller(lapau, { profile: { nagari: unique('Koto') } });
  const name = unique('Gulai Paku');
  const post = await buildPost(lapau, {
    user_id: seller.id,
    food_name: name,
    images: [await storePhoto(lapau, seller)],
  });
  return { seller, name, post };
}

test('a closed app opens without a network: the feed with its photos, an opened dish, the own chats', async ({
  lapau,
  open,
}) => {
  const { seller, name, post } = await dishOf(lapau);
  const member = await buildMember(lapau);
  const { id } = await buildConversation(lapau, { user1_id: member.id, user2_id: seller.id });
  await buildMessage(lapau, { conversation_id: id, sender_id: seller.id, content: 'Masih ada, Uni.' });
  const page = await open('/', member);
  await untilKept(page, name);
  await page.goto(`/post/${post.id}`);
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.goto(`/chat/${id}`);
  await expect(page.getByText('Masih ada, Uni.')).toBeVisible();
  await untilKept(page, 'Masih ada, Uni.');
  await page.goto('/conversations');
  await untilKept(page, 'last_message_content');
  const context = page.context();
  await page.close();

  await context.setOffline(true);
  const again = await context.newPage();
  await again.goto('/');
  await expect(again.getByRole('article', { name })).toBeVisible();
  await expect(again.getByText(noSignal)).toBeVisible();
  const photo = again.getByRole('article', { name }).getByRole('img', { name }).first();
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await again
    .getByRole('link', { name: /^Pesan/ })
    .first()
    .click();
  await again.getByRole('link', { name: new RegExp(seller.full_name) }).click();
  await expect(again.getByText('Masih ada, Uni.').last()).toBeVisible();

  await context.setOffline(false);
  await expect(again.getByText(noSignal)).toBeHidden();
});

test('a start with a network shows what the device has at once, and then what the server has', async ({
  lapau,
  open,
}) => {
  const { seller, name } = await dishOf(lapau);
  const page = await open('/', await buildMember(lapau));
  await untilKept(page, name);
  const context = page.context();
  await page.close();

  const newer = unique('Pangek Ikan');
  await buildPost(lapau, { user_id: seller.id, food_name: newer, images: [await storePhoto(lapau, seller)] });
  const again = await context.newPage();
  const answers: string[] = [];
  again.on('request', (request) => answers.push(new URL(request.url()).pathname));
  await again.goto('/');
  await expect(again.getByRole('article', { name: newer })).toBeVisible();
  await expect(again.getByRole('article', { name })).toBeVisible();
  expect(answers).toContain('/boot.json');
  expect(answers.filter((path) => path === '/rpc/get_feed' || path === '/rpc/get_session')).toEqual([]);
});

test('nothing private stays on the device after signing out (D83)', async ({ lapau, open }) => {
  const { name } = await dishOf(lapau);
  const member = await buildMember(lapau);
  const page = await open('/', member);
  await untilKept(page, name);
  await expect.poll(async () => (await keptFiles(page))['photos']?.length ?? 0).toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Profil' }).click();
  await page.getByRole('button', { name: 'Keluar', exact: true }).click();
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => storedAnswers(page)).not.toContain(name);
  expect(await storedAnswers(page)).not.toContain(member.id);
  await expect.poll(async () => (await keptFiles(page))['photos'] ?? []).toEqual([]);
});

test('what one account has seen is not shown to the next one', async ({ lapau, open }) => {
  const { seller } = await dishOf(lapau);
  const [first, second] = [await buildMember(lapau), await buildMember(lapau)];
  const { id } = await buildConversation(lapau, { user1_id: first.id, user2_id: seller.id });
  await buildMessage(lapau, { conversation_id: id, sender_id: seller.id, content: 'Rahasia dapur.' });
  const page = await open('/conversations', first);
  await untilKept(page, 'Rahasia dapur.');
  // The cookie is now another account's, which another tab has signed in on this phone long ago.
  const [cookieName = '', value = ''] = second.cookie.split('=', 2);
  await page.context().addCookies([{ name: cookieName, value, url: lapau.url, httpOnly: true, sameSite: 'Lax' }]);
  await page.goto('/conversations');
  await expect(page.getByText('Anda belum memiliki percakapan.')).toBeVisible();
  await expect(page.getByText('Rahasia dapur.')).toBeHidden();
  await expect.poll(() => storedAnswers(page)).not.toContain('Rahasia dapur.');
});
