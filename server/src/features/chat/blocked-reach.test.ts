import { expect, test } from 'vitest';
import { buildConversation, buildMember, buildMessage, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call } = server;

const block = (person: { id: string }, as: BuiltMember, blocked = true) =>
  call('set_block', { person_id: person.id, blocked }, as);
const like = (post: { id: string }, as: BuiltMember) =>
  call('toggle_like', { post_id_to_toggle: post.id, liked: true }, as);
const comment = (post: { id: string }, as: BuiltMember, parent_comment_id?: string) =>
  call('add_comment', { post_id_to_comment_on: post.id, comment_content: 'Halo', parent_comment_id }, as);
const notifications = (of: BuiltMember) => call('get_notifications', {}, of);
const rename = (person: BuiltMember, full_name: string) => {
  const { address, nagari, kecamatan, phone } = person;
  return call('update_profile', { full_name, address, nagari, kecamatan, phone }, person);
};

test('a like of either notifies the other neither, now nor in the row of others’ likes (D74)', async () => {
  const [cook, blocked, third] = [await buildSeller(server), await buildSeller(server), await buildMember(server)];
  const [post, theirs] = [
    await buildPost(server, { user_id: cook.id }),
    await buildPost(server, { user_id: blocked.id }),
  ];
  await block(blocked, cook);
  const page = await openPage(server.url, { cookie: cook.cookie });
  await like(post, blocked);
  await like(theirs, cook);
  expect(await page.signals()).not.toContainEqual([`user:${cook.id}`, expect.objectContaining({ unread: 1 })]);
  expect(await notifications(cook)).toEqual([]);
  expect(await notifications(blocked)).toEqual([]);
  await like(post, third);
  const last = await buildMember(server);
  await like(post, last);
  expect(await notifications(cook)).toMatchObject([{ sender_id: last.id, other_senders: 1 }]);
});

test('a row of several people neither names nor counts who has been blocked since (D56, D74)', async () => {
  const [cook, other, blocked] = [await buildSeller(server), await buildMember(server), await buildMember(server)];
  const post = await buildPost(server, { user_id: cook.id });
  for (const person of [other, blocked]) await like(post, person);
  expect(await notifications(cook)).toMatchObject([{ sender_id: blocked.id, other_senders: 1 }]);
  await block(blocked, cook);
  const [row, ...more] = await notifications(cook);
  expect([row, more]).toMatchObject([{ sender_id: other.id, other_senders: 0 }, []]);
  expect(JSON.stringify(row)).not.toContain(blocked.full_name);
});

test('what only the blocked person has done leaves the list, with its count (D74)', async () => {
  const [cook, blocked] = [await buildSeller(server), await buildMember(server)];
  const post = await buildPost(server, { user_id: cook.id });
  const { id } = await buildConversation(server, { user1_id: blocked.id, user2_id: cook.id });
  await like(post, blocked);
  await comment(post, blocked);
  await call('send_message', { id: crypto.randomUUID(), p_conversation_id: id, p_content: 'Halo' }, blocked);
  expect(await notifications(cook)).toHaveLength(3);
  await block(blocked, cook);
  expect(await notifications(cook)).toEqual([]);
  expect((await call('get_session', {}, cook))?.unread).toEqual({
    messages: 1,
    notifications: 0,
    other_notifications: 0,
  });
});

test('a comment that mentions or answers one of the two does not reach the other (D74)', async () => {
  const [one, two, third] = [await buildMember(server), await buildMember(server), await buildMember(server)];
  const post = await buildPost(server);
  await comment(post, one);
  const theirs = await comment(post, two);
  await block(two, one);
  await comment(post, third, theirs.id);
  await comment(post, two);
  expect(await notifications(one)).toEqual([]);
  await block(two, one, false);
  await comment(post, two);
  expect(await notifications(one)).toMatchObject([{ type: 'post_activity', sender_id: two.id }]);
});

test('who has blocked somebody goes on seeing the name known then, and no photo (D74)', async () => {
  const [member, blocked] = [await buildMember(server), await buildSeller(server, { warung: { name: 'Dapur Ina' } })];
  const { id } = await buildConversation(server, { user1_id: member.id, user2_id: blocked.id });
  await buildMessage(server, { conversation_id: id, sender_id: blocked.id });
  await server.db.updateTable('warungs').set({ avatar_url: 'x.webp' }).where('id', '=', blocked.id).execute();
  await block(blocked, member);
  const page = await openPage(server.url, { cookie: member.cookie });
  const stall = (await call('get_my_warung', {}, blocked))!;
  const { bio, address, phone_number, whatsapp_number, closes_nightly, version } = stall;
  const fields = { bio, address, phone_number, whatsapp_number, closes_nightly, version };
  await call('update_my_warung', { ...fields, name: 'Awas Kau' }, blocked);
  await rename(blocked, 'Awas Kau Lagi');
  expect(JSON.stringify(await page.signals())).not.toContain('conversations_changed');
  const seen = { full_name: 'Dapur Ina', avatar_url: null };
  const seenBy = async (who: BuiltMember) => [
    (await call('get_user_conversations', {}, who))[0]?.other_user,
    (await call('get_conversation_details', { p_conversation_id: id }, who)).other_user,
  ];
  expect(await seenBy(member)).toMatchObject([seen, seen]);
  expect(await call('get_blocked_people', {}, member)).toMatchObject([{ person: seen }]);
  await block(blocked, member, false);
  const now = { full_name: 'Awas Kau', avatar_url: '/storage/avatars/x.webp' };
  expect(await seenBy(member)).toMatchObject([now, now]);
});
