import { buildPost } from '../server/src/testing/builders.ts';
import { buildChat, storedTexts } from './support/chat.ts';
import { everythingStored } from './support/device.ts';
import { test } from './support/push-story.ts';
import { PushPhone } from './support/push.ts';
import { expect } from './support/story.ts';

test.use({ serviceWorkers: 'allow', expectedErrors: /WebSocket connection.*failed/ });

test('a cook answers a question from its notification, while the app is closed and once however often it is tapped (D106)', async ({
  lapau,
  open,
  service,
}) => {
  const chat = await buildChat(lapau);
  const post = await buildPost(lapau, { user_id: chat.seller.id, food_name: 'Gulai Paku' });
  const page = await open('about:blank', chat.seller);
  const phone = new PushPhone(page, lapau, service);
  await phone.prepare('granted');
  await page.goto('/about');
  await phone.untilListening();
  // The worker knows whose phone it is once the app has been at rest.
  const known = `"account":"${chat.seller.id}","photos"`;
  await expect.poll(async () => (await everythingStored(page)).includes(known), { timeout: 60_000 }).toBe(true);
  const { vapid_public_key: key } = await lapau.call('get_push_settings', {}, chat.seller);
  const browser = service.browser(key);
  await lapau.call('subscribe_push', browser.subscription, chat.seller);
  await page.close();

  const question = { p_conversation_id: chat.id, p_content: 'Masih ada, Uni?', post_id: post.id };
  await lapau.call('send_message', question, chat.buyer);
  const { payload } = await service.next(browser.name);
  await phone.deliver(payload);
  const answers = async () =>
    (await phone.shown()).map(({ body, actions }) => [body, actions?.map(({ title }) => title)]);
  await expect.poll(answers).toEqual([['Gulai Paku: Masih ada, Uni?', ['Masih ada', 'Sudah habis']]]);
  const replyId = payload.quick_replies?.replies[0]?.id ?? '';
  await phone.tap(payload.tag, replyId);
  expect(await phone.shown()).toEqual([]);
  // The push service delivers it a second time.
  await phone.deliver(payload);
  await expect.poll(answers).toHaveLength(1);
  await phone.tap(payload.tag, replyId);
  expect(await phone.state()).toMatchObject({ opened: [] });
  expect(await storedTexts(lapau, chat)).toEqual(['Masih ada, Uni?', 'Masih ada']);
  const { unread_count } = await lapau.call('get_conversation_details', { p_conversation_id: chat.id }, chat.seller);
  expect(unread_count).toBe(0);
});
