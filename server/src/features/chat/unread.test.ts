import type { Signal } from '@lapau/contract/signals';
import { expect, test } from 'vitest';
import { walkBadges } from '../../testing/badge-walk.ts';
import { buildConversation, buildMember, buildMessage, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;

const send = async (p_conversation_id: string, as: BuiltMember, p_content = 'Halo') =>
  (await call('send_message', { id: crypto.randomUUID(), p_conversation_id, p_content }, as))[0]!;
/** Two people with a conversation. */
async function talkers() {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  return { buyer, cook, ...(await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id })) };
}
const counts = (messages: number, notifications: number) => ({
  unread: messages,
  total: messages,
  notifications,
  version: expect.any(Number) as number,
});
const notificationsOf = async (person: BuiltMember) => call('get_notifications', {}, person);

test('a read pointer moves forward only, and not beyond the last message; the sender sees it (D33, D72)', async () => {
  const { id: conversation_id, buyer, cook } = await talkers();
  for (let index = 0; index < 3; index += 1) await send(conversation_id, buyer);
  const read = (sequence: number) => call('mark_conversation_read', { conversation_id, sequence }, cook);
  expect(await read(2)).toEqual({ read_sequence: 2, counts: counts(1, 1) });
  expect(await read(1)).toMatchObject({ read_sequence: 2 });
  const { messages } = await call('get_messages', { conversation_id }, buyer);
  expect(messages.map(({ is_read }) => is_read)).toEqual([true, true, false]);
  expect(await read(2_000)).toEqual({ read_sequence: 3, counts: counts(0, 0) });
  await send(conversation_id, buyer);
  expect(await call('get_unread_messages', {}, cook)).toEqual({ unread: 1 });
  expect(await call('get_unread_messages', {}, buyer)).toEqual({ unread: 0 });
});

test('one incoming message is marked as read, one’s own is not, and there is no editing (D33)', async () => {
  const { id, buyer, cook } = await talkers();
  const [first, , third] = [await send(id, buyer), await send(id, buyer), await send(id, buyer)];
  await expect(call('mark_message_read', { message_id: first.id }, buyer)).rejects.toMatchObject({
    status: 403,
    code: 'message_forbidden',
  });
  expect(await call('mark_message_read', { message_id: first.id }, cook)).toMatchObject({ counts: { unread: 2 } });
  expect(await call('mark_message_read', { message_id: third.id }, cook)).toMatchObject({ counts: { unread: 0 } });
});

test('a deleted message leaves the count, read ones do not change it (D34)', async () => {
  const { id, buyer, cook } = await talkers();
  const [first, second] = [await send(id, buyer), await send(id, buyer)];
  await call('mark_message_read', { message_id: first.id }, cook);
  await call('delete_message', { message_id: first.id }, buyer);
  expect(await call('get_unread_messages', {}, cook)).toEqual({ unread: 1 });
  await call('delete_message', { message_id: second.id }, buyer);
  expect(await call('get_unread_messages', {}, cook)).toEqual({ unread: 0 });
  expect(await notificationsOf(cook)).toEqual([]);
});

test('unread messages of a conversation are one notification, which reading withdraws (D35)', async () => {
  const { id, buyer, cook } = await talkers();
  const { id: other } = await buildConversation(server, {
    user1_id: (await buildMember(server)).id,
    user2_id: cook.id,
  });
  for (let index = 0; index < 3; index += 1) await send(id, buyer);
  expect(await notificationsOf(cook)).toMatchObject([
    { type: 'new_message', conversation_id: id, sender_id: buyer.id, content: `Pesan baru dari ${buyer.full_name}.` },
  ]);
  expect(await notificationsOf(buyer)).toEqual([]);
  await call('mark_conversation_read', { conversation_id: id, sequence: 2 }, cook);
  expect(await notificationsOf(cook)).toHaveLength(1);
  await call('mark_conversation_read', { conversation_id: other, sequence: 9 }, cook);
  expect(await notificationsOf(cook)).toHaveLength(1);
  await call('mark_conversation_read', { conversation_id: id, sequence: 3 }, cook);
  expect(await notificationsOf(cook)).toEqual([]);
  await send(id, buyer);
  await call('mark_notifications_read', {}, cook);
  await send(id, buyer);
  expect((await notificationsOf(cook)).map(({ is_read }) => is_read)).toEqual([false, true]);
});

test('whole messages, deletions and badges travel to both people’s pages, and no signal of a notification alone (D36)', async () => {
  const { id: conversation_id, buyer, cook } = await talkers();
  const [buyers, cooks] = [
    await openPage(server.url, { cookie: buyer.cookie }),
    await openPage(server.url, { cookie: cook.cookie }),
  ];
  const message = await send(conversation_id, buyer, '🍛'.repeat(2_000));
  const added = { type: 'message_added', message };
  expect(await buyers.signals()).toEqual([[`user:${buyer.id}`, added]]);
  expect(await cooks.signals()).toEqual([[`user:${cook.id}`, { ...added, counts: counts(1, 1) }]]);

  await call('mark_conversation_read', { conversation_id, sequence: 1 }, cook);
  const read = { type: 'conversation_read', conversation_id, reader_id: cook.id, read_sequence: 1 };
  expect(await buyers.signals()).toEqual([[`user:${buyer.id}`, read]]);
  expect(await cooks.signals()).toEqual([[`user:${cook.id}`, { ...read, counts: counts(0, 0) }]]);

  await call('delete_message', { message_id: message.id }, buyer);
  const deleted = { type: 'message_deleted', conversation_id, message_id: message.id, sequence: 2 };
  expect(await buyers.signals()).toEqual([[`user:${buyer.id}`, deleted]]);
  expect(await cooks.signals()).toEqual([[`user:${cook.id}`, { ...deleted, counts: counts(0, 0) }]]);
});

test('senders in different conversations at once are told in the order of the versions', async () => {
  const cook = await buildSeller(server);
  const talks = await inParallel(8, async () => {
    const buyer = await buildMember(server);
    return { buyer, ...(await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id })) };
  });
  const page = await openPage(server.url, { cookie: cook.cookie });
  for (let round = 1; round <= 5; round += 1) {
    await inParallel(8, (index) => send(talks[index]!.id, talks[index]!.buyer));
    const sent = (await page.signals()).map(([, signal]) => countsOf(signal)!);
    const totals = sent.toSorted((one, other) => one.version - other.version).map(({ total }) => total);
    expect(totals).toEqual(Array.from({ length: 8 }, (_, index) => 8 * (round - 1) + index + 1));
  }
});

const countsOf = (signal: Signal) => ('counts' in signal ? signal.counts : undefined);

// `npm run endure -- --only badges` does the same with 1 000 steps.
test('the badge of two devices is the count of the rows after each of 200 random steps (D34)', async () => {
  const walk = walkBadges(server, { seed: Date.now() % 100_000, steps: 200 });
  await expect(walk).resolves.toBeUndefined();
});

test('messages of a deleted account count until they are read (D30, D34)', async () => {
  const { id, buyer, cook } = await talkers();
  await buildMessage(server, { conversation_id: id, sender_id: buyer.id });
  await db.deleteFrom('profiles').where('id', '=', buyer.id).execute();
  expect(await call('get_unread_messages', {}, cook)).toEqual({ unread: 1 });
  expect(await call('mark_conversation_read', { conversation_id: id, sequence: 1 }, cook)).toMatchObject({
    counts: { total: 0 },
  });
});
