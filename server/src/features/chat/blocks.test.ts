import { expect, test } from 'vitest';
import {
  buildComment,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { untilLockWait } from '../../testing/lock-waits.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;

const block = (person: { id: string }, as: BuiltMember, blocked = true) =>
  call('set_block', { person_id: person.id, blocked }, as);
const send = (p_conversation_id: string, as: BuiltMember) =>
  rawCall('send_message', { id: crypto.randomUUID(), p_conversation_id, p_content: 'Halo' }, as);
const refusedByThem = { status: 403, body: { code: 'message_refused', message: 'Pesan tidak dapat dikirim.' } };
const refusedByYou = { status: 403, body: { code: 'blocked_by_you' } };

test('neither writes to the other until who blocked unblocks; what was said stays readable (D74)', async () => {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  const { id } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
  await buildMessage(server, { conversation_id: id, sender_id: cook.id });
  const state = async (who: BuiltMember) => {
    const { writing } = await call('get_conversation_details', { p_conversation_id: id }, who);
    expect(await call('get_user_conversations', {}, who)).toMatchObject([{ id, writing }]);
    return writing;
  };
  expect(await block(cook, buyer)).toEqual({ blocked: true });
  expect(await block(cook, buyer)).toEqual({ blocked: true });
  expect([await state(buyer), await state(cook)]).toEqual(['blocked_by_you', 'refused']);
  expect(await send(id, buyer)).toMatchObject(refusedByYou);
  expect(await send(id, cook)).toEqual(refusedByThem);
  for (const who of [buyer, cook])
    expect((await call('get_messages', { conversation_id: id }, who)).messages).toHaveLength(1);
  // the blocked cannot lift it, and the other’s own block stands beside it
  await block(buyer, cook, false);
  expect(await send(id, cook)).toEqual(refusedByThem);
  await block(buyer, cook);
  await block(cook, buyer, false);
  expect([await state(buyer), await state(cook)]).toEqual(['refused', 'blocked_by_you']);
  await block(buyer, cook, false);
  for (const who of [buyer, cook]) expect(await send(id, who)).toMatchObject({ status: 200 });
});

test('no new conversation, and the blocked is answered as by a person who is suspended or missing (D74)', async () => {
  const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
  await block(buyer, cook);
  const open = (recipient_id: string, as: BuiltMember) => rawCall('open_conversation', { recipient_id }, as);
  expect(await open(cook.id, buyer)).toEqual(refusedByThem);
  expect(await open(cook.id, buyer)).toEqual(await open(crypto.randomUUID(), buyer));
  expect(await open(buyer.id, cook)).toMatchObject(refusedByYou);
});

test('neither comments under the other’s posts, and posts and stalls stay visible (D74)', async () => {
  const [buyer, cook] = [await buildSeller(server), await buildSeller(server)];
  const [theirs, own] = [await buildPost(server, { user_id: cook.id }), await buildPost(server, { user_id: buyer.id })];
  const input = { id: crypto.randomUUID(), post_id_to_comment_on: theirs.id, comment_content: 'Lamak!' };
  const earlier = await call('add_comment', input, buyer);
  await block(buyer, cook);
  const comment = (post: { id: string }, as: BuiltMember) =>
    rawCall('add_comment', { ...input, id: crypto.randomUUID(), post_id_to_comment_on: post.id }, as);
  for (const answer of [await comment(theirs, buyer), await comment(own, cook)]) {
    expect(answer).toMatchObject({ status: 403, body: { code: 'comment_refused' } });
  }
  expect(await call('add_comment', input, buyer)).toEqual(earlier);
  expect(await call('get_post_details', { p_post_id: theirs.id }, buyer)).toMatchObject({ id: theirs.id });
  expect(await call('get_warung', { warung_id: cook.id }, buyer)).toMatchObject({ id: cook.id });
  await block(buyer, cook, false);
  expect(await comment(theirs, buyer)).toMatchObject({ status: 200 });
});

test('neither sees the other’s comments nor what answers them, is notified of them or can answer them (D74)', async () => {
  const [one, two, third] = [await buildMember(server), await buildMember(server), await buildMember(server)];
  const post = await buildPost(server);
  const mine = await buildComment(server, { post_id: post.id, user_id: one.id });
  const theirs = await buildComment(server, { post_id: post.id, user_id: two.id });
  const answer = await buildComment(server, { post_id: post.id, user_id: third.id, parent_id: theirs.id });
  await block(two, one);
  const thread = async (who: BuiltMember) =>
    (await call('get_comments_for_post', { p_post_id: post.id }, who)).map(({ id }) => id);
  expect(await thread(one)).toEqual([mine.id]);
  expect(await thread(two)).toEqual([theirs.id, answer.id]);
  expect(await thread(third)).toEqual([mine.id, theirs.id, answer.id]);
  const reply = { id: crypto.randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Halo' };
  expect(await rawCall('add_comment', { ...reply, parent_comment_id: theirs.id }, one)).toMatchObject({ status: 404 });
  await call('add_comment', reply, one);
  expect(await call('get_notifications', {}, two)).toEqual([]);
  expect(await call('get_notifications', {}, third)).toMatchObject([{ type: 'post_activity' }]);
});

test('a block and messages at once: nothing arrives after it (D74)', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [buyer, cook] = [await buildMember(server), await buildSeller(server)];
    const { id } = await buildConversation(server, { user1_id: buyer.id, user2_id: cook.id });
    let blockedAt = Number.POSITIVE_INFINITY;
    await inParallel(12, async (index) => {
      if (index !== 4) return void (await send(id, buyer));
      await block(buyer, cook);
      const { last_sequence } = await db
        .selectFrom('conversations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      blockedAt = last_sequence;
    });
    const { last_sequence } = await call('get_conversation_details', { p_conversation_id: id }, cook);
    expect(last_sequence).toBe(blockedAt);
  }
});

test('oneself and a missing person cannot be blocked; unblocking nobody is harmless', async () => {
  const member = await buildMember(server);
  await expect(block(member, member)).rejects.toMatchObject({ code: 'own_account' });
  for (const person of [{ id: crypto.randomUUID() }, await buildMember(server, { is_suspended: true })])
    await expect(block(person, member)).rejects.toMatchObject({ code: 'user_not_found' });
  expect(await block({ id: crypto.randomUUID() }, member, false)).toEqual({ blocked: false });
});

test('whom one has blocked is listed by pages, for oneself alone; who is suspended has no name', async () => {
  const [member, ...others] = await Promise.all(Array.from({ length: 4 }, () => buildMember(server)));
  for (const other of others) await block(other, member!);
  await block(await buildSeller(server), others[0]!);
  const [third, second, first] = others.toReversed();
  await db.updateTable('profiles').set({ is_suspended: true }).where('id', '=', first!.id).execute();
  const page = await call('get_blocked_people', { limit: 2 }, member);
  expect(page.map(({ id, person }) => [id, person?.full_name])).toEqual([
    [third!.id, third!.full_name],
    [second!.id, second!.full_name],
  ]);
  const [, { id, created_at }] = page as [unknown, (typeof page)[number]];
  expect(await call('get_blocked_people', { limit: 2, before: { id, created_at } }, member)).toMatchObject([
    { id: first!.id, person: null },
  ]);
  await block(third!, member!, false);
  expect((await call('get_blocked_people', {}, member)).map(({ id }) => id)).toEqual([second!.id, first!.id]);
});

test.each(['blocks', 'is blocked'] as const)('an account that is deleted while it %s leaves no block', async (role) => {
  const [blocker, blocked] = [await buildMember(server), await buildSeller(server)];
  const deleted = role === 'blocks' ? blocker : blocked;
  const { answer } = await db.transaction().execute(async (deletion) => {
    await deletion.deleteFrom('profiles').where('id', '=', deleted.id).execute();
    const blocking = rawCall('set_block', { person_id: blocked.id, blocked: true }, blocker);
    await untilLockWait(db);
    // not awaited here: it waits for this transaction
    return { answer: blocking };
  });
  expect((await answer).body).toMatchObject({ code: role === 'blocks' ? 'unauthenticated' : 'user_not_found' });
});
