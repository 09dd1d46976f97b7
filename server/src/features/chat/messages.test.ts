import { limits } from '@lapau/contract/limits';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);
const reni = await buildMember(server, { full_name: 'Reni Marlina' });
const itam = await buildSeller(server, { warung: { name: 'Lapau Mak Itam' } });
const open = async () =>
  (await buildConversation(server, { user1_id: (await buildMember(server)).id, user2_id: itam.id })).id;
const { id: between } = await buildConversation(server, { user1_id: reni.id, user2_id: itam.id });

const textOf = (content: string, conversation = between, id = crypto.randomUUID()) => ({
  id,
  p_conversation_id: conversation,
  p_content: content,
});
/** A conversation of Reni's with so many messages, numbered from 1 on. */
async function longTalk(length: number) {
  const { id, user2_id } = await buildConversation(server, { user1_id: reni.id });
  const contents = Array.from({ length }, (_, index) => `Pesan ${index + 1}`);
  for (const content of contents) await buildMessage(server, { conversation_id: id, sender_id: user2_id, content });
  return id;
}
const numbers = ({ messages }: { messages: { sequence: number }[] }) => messages.map(({ sequence }) => sequence);

test('a message is answered whole and listed for both, with the other person', async () => {
  const [message] = await call('send_message', textOf(' Masih ada?\nDua bungkus '), reni);
  expect(message).toMatchObject({
    conversation_id: between,
    sequence: 1,
    sender_id: reni.id,
    content: 'Masih ada?\nDua bungkus',
    is_read: false,
    post: null,
  });
  const [reply] = await call('send_message', textOf('Masih'), itam);
  for (const who of [reni, itam]) {
    expect(await call('get_messages', { conversation_id: between }, who)).toEqual({
      messages: [message, reply],
      has_older: false,
      has_newer: false,
      last_sequence: 2,
    });
  }
  expect(await call('get_user_conversations', {}, reni)).toMatchObject([
    {
      id: between,
      other_user: { id: itam.id, full_name: 'Lapau Mak Itam', avatar_url: null, is_warung: true, is_admin: false },
      last_message_content: 'Masih',
      last_message_sent_at: new Date(reply!.created_at).toISOString(),
      last_message_sender_id: itam.id,
      last_message_is_read: false,
      unread_count: 1,
    },
  ]);
  expect(await call('get_conversation_details', { p_conversation_id: between }, itam)).toEqual({
    id: between,
    other_user: { id: reni.id, full_name: 'Reni Marlina', avatar_url: null, is_warung: false, is_admin: false },
    writing: 'allowed',
    read_sequence: 0,
    other_read_sequence: 0,
    last_sequence: 2,
    unread_count: 1,
    first_unread_sequence: 1,
  });
});

test('an empty message is refused', async () => {
  expect(await rawCall('send_message', textOf(' \n '), reni)).toMatchObject({
    status: 422,
    body: { details: { p_content: 'Pesan tidak boleh kosong.' } },
  });
});

test('the same id and content is the same message, other content a conflict, and a deleted one is gone (D33, D59)', async () => {
  const conversation = await open();
  const { user1_id } = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversation)
    .executeTakeFirstOrThrow();
  const input = textOf('Sisakan dua', conversation);
  const answer = await call('send_message', input, itam);
  await call('send_message', textOf('Atau tiga', conversation), itam);
  expect(await call('send_message', input, itam)).toEqual(answer);
  for (const [other, who] of [
    [{ ...input, p_content: 'Sisakan tiga' }, itam],
    [{ ...input, p_conversation_id: between }, itam],
    [{ ...input, p_conversation_id: between }, reni],
  ] as const) {
    expect(await rawCall('send_message', other, who)).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
  }
  // The answer was lost before the other person was suspended.
  await call('toggle_user_suspension', { user_id_to_toggle: user1_id!, suspended: true }, admin);
  expect(await call('send_message', input, itam)).toEqual(answer);
  await call('delete_message', { message_id: input.id }, itam);
  expect(await rawCall('send_message', input, itam)).toMatchObject({ status: 410, body: { code: 'already_deleted' } });
});

test('20 at once with one id are one message; one id in two conversations is one message too (D59)', async () => {
  const [one, two] = [await open(), await open()];
  const input = textOf('Halo', one);
  const answers = await inParallel(20, () => call('send_message', input, itam));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(numbers(await call('get_messages', { conversation_id: one }, itam))).toEqual([1]);
  for (let round = 0; round < 5; round += 1) {
    const id = crypto.randomUUID();
    const mixed = await inParallel(8, (index) =>
      rawCall('send_message', textOf('Halo', index % 2 ? one : two, id), itam),
    );
    expect(new Set(mixed.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await db.selectFrom('messages').select('id').where('id', '=', id).execute()).toHaveLength(1);
  }
});

test('messages of both sides at once are numbered without a gap, as they became visible (D72)', async () => {
  const { id } = await buildConversation(server, { user1_id: (await buildMember(server)).id, user2_id: itam.id });
  const synced: number[] = [];
  let isSending = true;
  const follow = async () => {
    for (let after_sequence = 0, isLast = false; !isLast;) {
      isLast = !isSending;
      const next = await call('sync_messages', { conversation_id: id, after_sequence }, itam);
      synced.push(...numbers(next));
      after_sequence = next.synced_to;
    }
  };
  const following = follow();
  await inParallel(6, async () => {
    for (let index = 0; index < 10; index += 1) await call('send_message', textOf(`Pesan ${index}`, id), itam);
  });
  isSending = false;
  await following;
  expect(synced).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  const { messages } = await call('get_messages', { conversation_id: id }, itam);
  expect(messages.map(({ created_at }) => created_at)).toEqual(messages.map(({ created_at }) => created_at).toSorted());
});

test('pages go backwards, forwards and around a message', async () => {
  const conversation_id = await longTalk(10);
  const page = (input: object) => call('get_messages', { conversation_id, ...input }, reni);
  expect(numbers(await page({ limit: 3 }))).toEqual([8, 9, 10]);
  expect(await page({ limit: 3, before: 8 })).toMatchObject({ has_older: true, has_newer: true, last_sequence: 10 });
  expect(numbers(await page({ limit: 3, before: 8 }))).toEqual([5, 6, 7]);
  expect(numbers(await page({ limit: 3, after: 8 }))).toEqual([9, 10]);
  expect(numbers(await page({ limit: 5, around: 4 }))).toEqual([2, 3, 4, 5, 6]);
  expect(await page({ limit: 5, around: 1 })).toMatchObject({ has_older: false, has_newer: true });
  expect(await page({ limit: 5, around: 10 })).toMatchObject({ has_older: true, has_newer: false });
  expect(await page({ before: 1 })).toEqual({ messages: [], has_older: false, has_newer: true, last_sequence: 10 });
  expect(await page({ after: 10 })).toEqual({ messages: [], has_older: true, has_newer: false, last_sequence: 10 });
});

test('a sync tells what came and what was deleted, in parts, and is small when there is nothing', async () => {
  const { id: conversation_id } = await buildConversation(server, { user1_id: reni.id });
  const sent = [];
  for (let index = 0; index < 120; index += 1) {
    sent.push(await buildMessage(server, { conversation_id, sender_id: reni.id, content: `Pesan ${index}` }));
  }
  for (const { id } of sent.slice(10, 15)) await call('delete_message', { message_id: id }, reni);
  const first = await call('sync_messages', { conversation_id, after_sequence: 0 }, reni);
  expect(first).toMatchObject({ has_more: true, deleted_ids: [] });
  const second = await call('sync_messages', { conversation_id, after_sequence: first.synced_to }, reni);
  expect(second).toMatchObject({
    has_more: false,
    synced_to: 125,
    deleted_ids: sent.slice(10, 15).map(({ id }) => id),
  });
  expect([...numbers(first), ...numbers(second)]).toHaveLength(115);
  const answer = await server.request(
    '/rpc/sync_messages',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ conversation_id, after_sequence: 125 }),
    },
    reni,
  );
  const headers = [...answer.headers].map((pair) => pair.join(': ')).join('\r\n');
  expect(headers.length + (await answer.text()).length).toBeLessThan(2_000);
});

test('a message keeps the dish it asks about, with its price of then and its state of now', async () => {
  const post = await buildPost(server, { user_id: itam.id, food_name: 'Randang', price: '25.000' });
  const ask = { ...textOf('Masih ada?'), post_id: post.id };
  const asked = { id: post.id, food_name: 'Randang', price: '25.000', isOpen: true, warungIsOpen: true };
  const [message] = await call('send_message', ask, reni);
  expect(message).toMatchObject({ post: { ...asked, image_url: `/storage/posts/${post.images[0]}` } });
  await db.updateTable('posts').set({ price: '30.000', is_open: false }).where('id', '=', post.id).execute();
  expect((await call('send_message', ask, reni))[0]).toMatchObject({ post: { ...asked, isOpen: false } });
  expect(await rawCall('send_message', { ...ask, post_id: undefined }, reni)).toMatchObject({ status: 409 });
  await call('delete_post', { post_id: post.id }, itam);
  const gone = { ...asked, id: null, image_url: null, isOpen: false, warungIsOpen: null };
  expect((await call('send_message', ask, reni))[0]).toMatchObject({ post: gone });
  // The words are sent although their dish is gone.
  const late = { ...textOf('Masih ada?'), post_id: post.id };
  expect((await call('send_message', late, reni))[0]).toMatchObject({ content: 'Masih ada?', post: null });
  expect((await call('send_message', late, reni))[0]).toMatchObject({ id: late.id });
});

test('a message does not name a dish that is hidden, with its cook or alone, and names it again (D129)', async () => {
  const admin = await buildAdmin(server);
  const cook = await buildSeller(server);
  const post = await buildPost(server, { user_id: cook.id, food_name: 'Randang', price: '25.000' });
  const { id: conversation_id } = await buildConversation(server, { user1_id: reni.id, user2_id: cook.id });
  await call('send_message', { p_conversation_id: conversation_id, p_content: 'Masih ada?', post_id: post.id }, reni);
  const named = async () => (await call('get_messages', { conversation_id }, reni)).messages[0]?.post;
  const shown = { id: post.id, food_name: 'Randang', price: '25.000' };
  const hidden = { id: null, food_name: 'Menu', price: '', image_url: null };
  const suspend = (suspended: boolean) =>
    call('toggle_user_suspension', { user_id_to_toggle: cook.id, suspended }, admin);
  await suspend(true);
  expect(await named()).toMatchObject(hidden);
  await suspend(false);
  expect(await named()).toMatchObject(shown);
  const { decision } = await call('delete_post', { post_id: post.id, reason_key: 'rude' }, admin);
  expect(await named()).toMatchObject(hidden);
  await call('undo_decision', { decision_id: decision!.id }, admin);
  expect(await named()).toMatchObject(shown);
  await db.deleteFrom('posts').where('id', '=', post.id).execute();
  expect(await named()).toMatchObject({ ...shown, id: null });
  await suspend(true);
  expect(await named()).toMatchObject(hidden);
  await db.deleteFrom('profiles').where('id', '=', cook.id).execute();
  expect(await named()).toMatchObject(hidden);
});

test('only its sender deletes a message, for both, and the row of the list follows (D34)', async () => {
  const { id: conversation_id } = await buildConversation(server, { user1_id: reni.id });
  const stays = await buildMessage(server, { conversation_id, sender_id: reni.id, content: 'Halo' });
  const { id: message_id } = await buildMessage(server, {
    conversation_id,
    sender_id: reni.id,
    content: 'Salah kirim',
  });
  const { user2_id } = await db
    .selectFrom('conversations')
    .selectAll()
    .where('id', '=', conversation_id)
    .executeTakeFirstOrThrow();
  const theirs = await buildMessage(server, { conversation_id, sender_id: user2_id! });
  await expect(call('delete_message', { message_id: theirs.id }, reni)).rejects.toMatchObject({
    status: 403,
    code: 'message_forbidden',
  });
  await db.deleteFrom('messages').where('id', '=', theirs.id).execute();
  expect(await call('delete_message', { message_id }, reni)).toEqual({ deleted: true });
  expect(await call('delete_message', { message_id }, reni)).toEqual({ deleted: false });
  expect(numbers(await call('get_messages', { conversation_id }, reni))).toEqual([stays.sequence]);
  const [row] = await call('get_user_conversations', {}, reni);
  expect(row).toMatchObject({ id: conversation_id, last_message_content: 'Halo' });
});

test('the list goes by the last message, page by page, each conversation once', async () => {
  const busy = await buildSeller(server);
  const ids: string[] = [];
  for (let index = 0; index < 25; index += 1) {
    const { id, user1_id } = await buildConversation(server, { user2_id: busy.id });
    await buildMessage(server, { conversation_id: id, sender_id: user1_id });
    ids.push(id);
  }
  await call('send_message', textOf('Baru', ids[3]), busy);
  const first = await call('get_user_conversations', {}, busy);
  expect(first).toHaveLength(limits.pageSize);
  expect(first[0]?.id).toBe(ids[3]);
  const last = first.at(-1)!;
  const rest = await call('get_user_conversations', { before: { created_at: last.active_at, id: last.id } }, busy);
  const listed = [...first, ...rest].map(({ id }) => id);
  expect(listed.toSorted()).toEqual(ids.toSorted());
});

test('what has become of one’s own message is known by its id, and nothing of other people’s', async () => {
  const sent = textOf('Apakah sampai?');
  const [message] = await call('send_message', sent, reni);
  const gone = textOf('Salah');
  await call('send_message', gone, reni);
  await call('delete_message', { message_id: gone.id }, reni);
  const stateOf = (message_id: string, who = reni) => call('get_own_message', { message_id }, who);
  expect(await stateOf(sent.id)).toEqual({ message, is_deleted: false });
  expect(await stateOf(gone.id)).toEqual({ message: null, is_deleted: true });
  const unknown = { message: null, is_deleted: false };
  expect(await stateOf(crypto.randomUUID())).toEqual(unknown);
  expect(await stateOf(sent.id, itam)).toEqual(unknown);
  const stranger = await buildMember(server);
  for (const id of [sent.id, gone.id]) expect(await stateOf(id, stranger)).toEqual(unknown);
});
