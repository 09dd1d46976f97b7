import { expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import { notificationsChecks } from './queries-checks.ts';

const server = await startTestServer();
const { call, db } = server;

const block = (person: { id: string }, as: BuiltMember, blocked = true) =>
  call('set_block', { person_id: person.id, blocked }, as);
const like = (post: { id: string }, as: BuiltMember, liked = true) =>
  call('toggle_like', { post_id_to_toggle: post.id, liked }, as);
const comment = async (post: { id: string }, as: BuiltMember, parent_comment_id?: string) =>
  (await call('add_comment', { post_id_to_comment_on: post.id, comment_content: 'Halo', parent_comment_id }, as)).id;
const remove = (comment_id: string, as: BuiltMember) => call('delete_comment', { comment_id, reason: '' }, as);

/** Reads all that a person is told of their notifications. */
async function seenBy(as: BuiltMember) {
  const { unread } = (await call('get_session', {}, as))!;
  return { unread, list: await call('get_notifications', {}, as) };
}

/** Somebody who does things and blocks somebody else, and a third person. */
async function buildPeople() {
  const [doer, blocked, third] = [await buildMember(server), await buildSeller(server), await buildSeller(server)];
  return { doer, blocked, third, post: await buildPost(server, { user_id: blocked.id }) };
}

test('who blocks somebody loses what only that person has caused, and nobody else loses anything', async () => {
  const { doer, blocked: cook, third: blocker, post } = await buildPeople();
  const ofBlocker = await buildPost(server, { user_id: blocker.id });
  await like(post, doer);
  await comment(post, doer);
  await like(ofBlocker, doer);
  const ofCook = await seenBy(cook);
  expect([ofCook.list.length, (await seenBy(blocker)).list.length]).toEqual([2, 1]);
  await block(doer, blocker);
  expect((await seenBy(blocker)).list).toEqual([]);
  expect(await seenBy(cook)).toEqual(ofCook);
});

test('a report stays with every admin whoever of them blocks the reporter', async () => {
  const [one, other] = [await buildAdmin(server), await buildAdmin(server)];
  const { doer, blocked: cook, post } = await buildPeople();
  await call('create_report', { reported_post_id: post.id, reason: 'Penipuan' }, doer);
  const reports = async (admin: BuiltMember) => (await seenBy(admin)).list.filter(({ type }) => type === 'new_report');
  for (const blocker of [cook, one]) {
    await block(doer, blocker);
    expect([(await reports(one)).length, (await reports(other)).length]).toEqual([1, 1]);
  }
});

test.each(['unread', 'read'])(
  'a like that is taken back stays %s with whom its doer has blocked (D128)',
  async (state) => {
    const { doer, blocked, third, post } = await buildPeople();
    await like(post, third);
    await like(post, doer);
    if (state === 'read') await call('mark_notifications_read', {}, blocked);
    await block(blocked, doer);
    const page = await openPage(server.url, { cookie: blocked.cookie });
    const before = await seenBy(blocked);
    expect(before.list).toMatchObject([{ sender_id: doer.id, other_senders: 1 }]);
    await like(post, doer, false);
    expect(await page.signals()).toEqual([]);
    expect(await seenBy(blocked)).toEqual(before);
    // Nothing changes without the block either, and a repeated like is not told a second time (D35).
    await block(blocked, doer, false);
    await like(post, doer);
    expect((await seenBy(blocked)).list).toEqual(before.list);
  },
);

test('a like of the time of the block shows no more without one, once it is taken back (D128)', async () => {
  const { doer, blocked, third, post } = await buildPeople();
  await like(post, third);
  await block(blocked, doer);
  await like(post, doer);
  await like(post, await buildMember(server));
  await like(post, doer, false);
  const before = await seenBy(blocked);
  await block(blocked, doer, false);
  expect(await seenBy(blocked)).toEqual(before);
});

test('a deleted comment and what answers it stay with whom its author has blocked, and go for others (D128)', async () => {
  const { doer, blocked, third, post } = await buildPeople();
  const thirds = await buildPost(server, { user_id: third.id });
  await comment(thirds, blocked);
  const [about, elsewhere] = [await comment(post, doer), await comment(thirds, doer)];
  await comment(thirds, third, elsewhere);
  await block(blocked, doer);
  const page = await openPage(server.url, { cookie: blocked.cookie });
  const before = await seenBy(blocked);
  // The block hides the comments to which these would lead.
  expect(before.list).toMatchObject([
    { type: 'post_activity', sender_id: third.id, other_senders: 1, comment_id: null },
    { type: 'new_comment', sender_id: doer.id, comment_id: null },
  ]);
  expect((await seenBy(third)).list).toMatchObject([{ sender_id: doer.id, other_senders: 1 }]);
  for (const id of [about, elsewhere]) await remove(id, doer);
  expect(await page.signals()).toEqual([]);
  expect(await seenBy(blocked)).toEqual(before);
  expect((await seenBy(third)).list).toMatchObject([{ sender_id: blocked.id, other_senders: 0 }]);
  await block(blocked, doer, false);
  expect(await seenBy(blocked)).toEqual(before);
});

test('what is taken back before a block, or by whom one has blocked, leaves nothing behind (D74)', async () => {
  const { doer, blocked, third, post } = await buildPeople();
  await like(post, doer);
  await remove(await comment(post, doer), doer);
  await like(post, doer, false);
  await block(blocked, doer);
  expect((await seenBy(blocked)).list).toEqual([]);
  await like(post, third);
  await block(third, blocked);
  await like(post, third, false);
  await block(third, blocked, false);
  expect((await seenBy(blocked)).list).toEqual([]);
});

test('what is kept is consistent, and goes with the post or the account (D128)', async () => {
  const { doer, blocked, third, post } = await buildPeople();
  const other = await buildPost(server, { user_id: blocked.id });
  for (const one of [post, other]) await like(one, doer);
  await remove(await comment(post, third), third);
  const id = await comment(other, doer);
  await block(blocked, doer);
  for (const one of [post, other]) await like(one, doer, false);
  await remove(id, doer);
  for (const { rows } of notificationsChecks) expect((await rows.execute(db)).rows).toEqual([]);
  expect((await seenBy(blocked)).list).toHaveLength(3);
  await call('delete_post', { post_id: post.id, reason: '' }, blocked);
  expect((await seenBy(blocked)).list).toHaveLength(2);
  await db.deleteFrom('profiles').where('id', '=', doer.id).execute();
  expect((await seenBy(blocked)).list).toEqual([]);
  for (const { rows } of notificationsChecks) expect((await rows.execute(db)).rows).toEqual([]);
});
