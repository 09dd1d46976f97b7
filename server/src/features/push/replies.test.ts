import { createHash } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { buildConversation, buildMember, buildPost, buildSeller, buildSession } from '../../testing/builders.ts';
import { startPushService } from '../../testing/push-service.ts';
import { sendPushes } from '../../testing/queued-pushes.ts';
import { startTestServer } from '../../testing/server.ts';

const service = await startPushService();
afterAll(service.close);
const server = await startTestServer({ pushNetwork: service.network });
const { call } = server;

/** A buyer who asks a cook about a dish, and what comes to the cook's browsers. */
async function ask({ foodName = 'Gulai Paku', content = 'Masih ada, Uni?', devices = 1 } = {}) {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  const post = await buildPost(server, { user_id: cook.id, food_name: foodName });
  const { id } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
  const browsers = Array.from({ length: devices }, () => service.browser(server.platform.push.publicKey));
  for (const { subscription } of browsers) await call('subscribe_push', subscription, cook);
  return {
    buyer,
    cook,
    post,
    id,
    ask: async (postId: string | undefined = post.id) =>
      (await call('send_message', { p_conversation_id: id, p_content: content, post_id: postId }, buyer))[0]!,
    /** The payloads of the pushes to each of the browsers. */
    received: async () => {
      await sendPushes(server);
      return browsers.map(({ name }) => service.received.filter(({ to }) => to === name).map(({ payload }) => payload));
    },
  };
}

test('a push about a question names the dish, and carries the cook’s first two answers, alike on all devices (D106)', async () => {
  const { cook, id, ask: write, received } = await ask({ devices: 2 });
  await call('set_quick_replies', { texts: ['Ado', 'Abih', 'Siap diambil'], version: 0 }, cook);
  const { id: messageId, sequence } = await write();
  const [first, second] = await received();
  expect(first).toMatchObject([
    {
      body: 'Gulai Paku: Masih ada, Uni?',
      quick_replies: {
        account_id: cook.id,
        conversation_id: id,
        sequence,
        replies: [{ text: 'Ado' }, { text: 'Abih' }],
      },
    },
  ]);
  expect(second).toEqual(first);
  const ids = first![0]!.quick_replies!.replies.map((reply) => reply.id);
  expect(new Set([...ids, messageId]).size).toBe(3);
});

test('who has asked cannot work out the id of an answer, and take it first', async () => {
  const { ask: write, received } = await ask();
  const { id: messageId } = await write();
  const [reply] = (await received())[0]![0]!.quick_replies!.replies;
  for (const known of [`${messageId} ${reply!.text}`, `quick reply ${messageId} ${reply!.text}`])
    expect(reply!.id.slice(-12)).not.toBe(createHash('sha256').update(known).digest('hex').slice(6, 18));
});

test('the same answer from two devices is one message, also after the dish is gone, and is not sent again once deleted', async () => {
  const { cook, post, id, ask: write, received, buyer } = await ask({ devices: 2 });
  await write();
  const payloads = (await received()).map(([payload]) => payload!.quick_replies!);
  await call('delete_post', { post_id: post.id }, cook);
  for (const { replies, sequence } of payloads) {
    const [{ id: replyId, text } = { id: '', text: '' }] = replies;
    await call('send_message', { id: replyId, p_conversation_id: id, p_content: text }, cook);
    await call('mark_conversation_read', { conversation_id: id, sequence }, cook);
  }
  const texts = async () =>
    (await call('get_messages', { conversation_id: id }, buyer)).messages.map(({ content }) => content);
  expect(await texts()).toEqual(['Masih ada, Uni?', 'Masih ada']);
  const [reply] = payloads[0]!.replies;
  await call('delete_message', { message_id: reply!.id }, cook);
  const again = call('send_message', { id: reply!.id, p_conversation_id: id, p_content: reply!.text }, cook);
  await expect(again).rejects.toMatchObject({ code: 'already_deleted' });
});

test('another message has no answers, nor one to somebody who does not sell, or with hidden content', async () => {
  const { cook, buyer, id, post, ask: write, received } = await ask();
  await call('send_message', { p_conversation_id: id, p_content: 'Pagi' }, buyer);
  expect((await received())[0]!.at(-1)).not.toHaveProperty('quick_replies');
  await write();
  expect((await received())[0]!.at(-1)).toHaveProperty('quick_replies');
  await call('set_push_settings', { hides_content: true }, cook);
  await write();
  expect((await received())[0]!.at(-1)).toEqual({
    tag: `conversation:${id}`,
    title: 'Pesan baru',
    url: `/chat/${id}`,
    unread: 3,
  });
  // The buyer is asked about a dish, which they do not sell.
  const browser = service.browser(server.platform.push.publicKey);
  await call('subscribe_push', browser.subscription, buyer);
  await call('send_message', { p_conversation_id: id, p_content: 'Nan iko?', post_id: post.id }, cook);
  await sendPushes(server);
  const asked = service.received.find(({ to }) => to === browser.name);
  expect(asked!.payload).toMatchObject({ body: 'Gulai Paku: Nan iko?' });
  expect(asked!.payload).not.toHaveProperty('quick_replies');
});

test('a cook who has lost the role gets the question without answers', async () => {
  const { cook, ask: write, received } = await ask();
  await write();
  await server.db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', cook.id).execute();
  const [payload] = (await received())[0]!.slice(-1);
  // The dish is hidden with the stall, and not named any more.
  expect(payload).toMatchObject({ body: 'Menu: Masih ada, Uni?' });
  expect(payload).not.toHaveProperty('quick_replies');
});

test('the longest names, texts and answers keep within what push services take', async () => {
  const { cook, ask: write, received } = await ask({ foodName: '🍛'.repeat(120), content: '🍛'.repeat(2000) });
  await call('set_quick_replies', { texts: ['🍛'.repeat(80), '🥘'.repeat(80)], version: 0 }, cook);
  await write();
  const [payload] = (await received())[0]!;
  expect(payload!.quick_replies!.replies).toHaveLength(2);
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(3_000);
});

test('a device that has closed its notification itself gets no push for that, and the others do', async () => {
  const { cook, id, ask: write, received } = await ask();
  const other = service.browser(server.platform.push.publicKey);
  await call('subscribe_push', other.subscription, await buildSession(server, cook.id));
  const { sequence } = await write();
  await received();
  await call('mark_conversation_read', { conversation_id: id, sequence, is_closed_here: true }, cook);
  const [own] = await received();
  expect(own!.map(({ title }) => title)).toEqual([expect.any(String)]);
  const others = service.received.filter(({ to }) => to === other.name).map(({ payload }) => payload.title);
  expect(others).toEqual([expect.any(String), undefined]);
});
