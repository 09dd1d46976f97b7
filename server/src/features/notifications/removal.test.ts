import { expect, test } from 'vitest';
import { buildMember, buildPassword, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call } = server;

const comment = (post: { id: string }, as: BuiltMember, parent: { id: string } | null = null) =>
  call(
    'add_comment',
    {
      id: crypto.randomUUID(),
      post_id_to_comment_on: post.id,
      comment_content: 'Masih ada?',
      parent_comment_id: parent?.id ?? null,
    },
    as,
  );

/** Builds a stall's post with a comment, a reply to it and a like, of which the owner and the commenter are notified. */
async function scene() {
  const owner = await buildSeller(server);
  const post = await buildPost(server, { user_id: owner.id });
  const [commenter, replier] = [await buildMember(server), await buildMember(server)];
  const first = await comment(post, commenter);
  await comment(post, replier, first);
  await call('toggle_like', { post_id_to_toggle: post.id, liked: true }, replier);
  // This like is of another post, and its notification stays.
  const otherPost = await buildPost(server, { user_id: owner.id });
  const liker = await buildMember(server);
  await call('toggle_like', { post_id_to_toggle: otherPost.id, liked: true }, liker);
  return { owner, post, commenter, replier, first };
}

const typesOf = async (member: BuiltMember) =>
  (await call('get_notifications', {}, member)).map(({ type }) => type as string).toSorted();

/** @returns the badge that each signal of notifications brought to the member's page */
async function badgesAfter(member: BuiltMember, happen: () => Promise<unknown>): Promise<number[]> {
  const page = await openPage(server.url, { cookie: member.cookie });
  await happen();
  const signals = await page.signals();
  return signals.flatMap(([, signal]) => (signal.type === 'notifications_changed' ? [signal.unread] : []));
}

test('with a post go its notifications, and open pages get the badge that is left (D35)', async () => {
  const { owner, post, commenter } = await scene();
  expect(await typesOf(commenter)).toEqual(['new_reply']);
  const ownersPage = await openPage(server.url, { cookie: owner.cookie });
  expect(await badgesAfter(commenter, () => call('delete_post', { post_id: post.id }, owner))).toEqual([0]);
  expect(await ownersPage.signals()).toContainEqual([`user:${owner.id}`, { type: 'notifications_changed', unread: 1 }]);
  expect(await typesOf(commenter)).toEqual([]);
  expect(await typesOf(owner)).toEqual(['new_like']);
});

test('with a comment go those of its replies too; read ones leave the badge as it is', async () => {
  const { owner, commenter, first } = await scene();
  const read = (await call('get_notifications', {}, owner)).find(({ type }) => type === 'new_comment');
  const { unread } = await call('mark_notifications_read', { notification_id: read?.id }, owner);
  const remove = () => call('delete_comment', { comment_id: first.id }, commenter);
  const badges = await badgesAfter(owner, remove);
  expect(badges).toEqual([(await call('get_session', {}, owner))?.unread.notifications]);
  expect(badges[0]).toBeLessThanOrEqual(unread);
  expect(await typesOf(owner)).toEqual(['new_like', 'new_like']);
  expect(await typesOf(commenter)).toEqual([]);
});

test('with an account go those it caused, and those about its posts and comments', async () => {
  const { owner, commenter, replier } = await scene();
  const leave = async (member: BuiltMember) =>
    call('delete_account', { password: await buildPassword(server, member) }, member);
  expect(await badgesAfter(commenter, () => leave(replier))).toEqual([0]);
  expect(await typesOf(commenter)).toEqual([]);
  const another = await scene();
  expect(await badgesAfter(another.commenter, () => leave(another.owner))).toEqual([0]);
  expect((await typesOf(owner)).filter((type) => type === 'new_like')).toHaveLength(1);
});
