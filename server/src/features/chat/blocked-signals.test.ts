import type { Signal, Topic } from '@lapau/contract/signals';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildComment,
  buildConversation,
  buildMessage,
  buildPost,
  buildSeller,
  buildSession,
} from '../../testing/builders.ts';
import type { BuiltMember, BuiltSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;

/** Two cooks with likes, comments and messages between them, one of whom then blocks the other; `watcher` must not notice `doer`. */
async function buildScene(blocks: 'doer' | 'watcher') {
  const [doer, watcher, third] = [await buildSeller(server), await buildSeller(server), await buildSeller(server)];
  const admin = await buildAdmin(server);
  const [own, theirs, thirds] = [
    await buildPost(server, { user_id: doer.id }),
    await buildPost(server, { user_id: watcher.id }),
    await buildPost(server, { user_id: third.id }),
  ];
  for (const [post, person] of [
    [own, watcher],
    [theirs, doer],
    [own, third],
    [theirs, third],
  ] as const)
    await call('toggle_like', { post_id_to_toggle: post.id }, person);
  const comment = async (post: { id: string }, as: BuiltMember, parent_comment_id?: string) =>
    (await call('add_comment', { post_id_to_comment_on: post.id, comment_content: 'Halo', parent_comment_id }, as)).id;
  const comments: string[] = [];
  for (const post of [theirs, thirds]) {
    await comment(post, watcher);
    comments.push(await comment(post, doer));
    await comment(post, third, comments.at(-1));
  }
  const talk = await buildConversation(server, { user1_id: doer.id, user2_id: watcher.id });
  const messages = [doer, watcher, doer, watcher].map(({ id: sender_id }) => ({ conversation_id: talk.id, sender_id }));
  const stored = [];
  for (const message of messages) stored.push(await buildMessage(server, message));
  const other = await buildConversation(server, { user1_id: third.id, user2_id: doer.id });
  await buildMessage(server, { conversation_id: other.id, sender_id: third.id });
  const [blocker, blocked] = blocks === 'doer' ? [doer, watcher] : [watcher, doer];
  await call('set_block', { person_id: blocked.id, blocked: true }, blocker);
  // The watcher has a device that shows a notification, which a push would close.
  const session = await buildSession(server, watcher.id);
  await call('subscribe_push', { fcm_token: watcher.id }, session);
  await db
    .updateTable('push_subscriptions')
    .set({ shown_tags: ['notifications'] })
    .where('user_id', '=', watcher.id)
    .execute();
  return { doer, watcher, third, admin, own, theirs, thirds, comments, talk, messages: stored };
}
type Scene = Awaited<ReturnType<typeof buildScene>>;

async function rename({ doer }: Scene) {
  const { address, nagari, kecamatan, phone } = doer;
  await call('update_profile', { full_name: 'Awas Kau Lagi', address, nagari, kecamatan, phone }, doer);
  const stall = (await call('get_my_warung', {}, doer))!;
  const { bio, address: place, phone_number, whatsapp_number, closes_nightly, version } = stall;
  const fields = { bio, address: place, phone_number, whatsapp_number, closes_nightly, version };
  await call('update_my_warung', { ...fields, name: 'Awas Kau' }, doer);
}
async function toggleLikes({ doer, theirs }: Scene) {
  for (let tap = 0; tap < 40; tap += 1) await call('toggle_like', { post_id_to_toggle: theirs.id }, doer);
}
const nobodysDoing = 'is sent for what admins or Lapau itself do';

/** For each signal the action of a person in a block that causes it, or the reason why none does. */
const doings: Record<Signal['type'], string | ((scene: Scene) => Promise<unknown>)> = {
  feed_changed: ({ doer, own }) => call('set_posts_open', { post_ids: [own.id], is_open: false }, doer),
  post_changed: toggleLikes,
  like_changed: toggleLikes,
  save_changed: async ({ doer, theirs }) => {
    for (let tap = 0; tap < 41; tap += 1) await call('toggle_save_post', { post_id_to_toggle: theirs.id }, doer);
  },
  comment_added: async ({ doer, thirds }) => {
    const about = { post_id_to_comment_on: thirds.id, comment_content: 'Halo lagi' };
    await call('add_comment', about, doer);
  },
  comments_changed: async ({ doer, comments }) => {
    for (const comment_id of comments) await call('delete_comment', { comment_id, reason: '' }, doer);
  },
  warung_changed: ({ doer }) => call('set_warung_open', { is_open: false }, doer),
  reports_changed: ({ doer, theirs }) => call('create_report', { reported_post_id: theirs.id, reason: 'Bohong' }, doer),
  notifications_changed: ({ doer }) => call('mark_notifications_read', {}, doer),
  message_added: async ({ doer, talk }) => {
    for (const id of [crypto.randomUUID(), crypto.randomUUID()])
      await rawCall('send_message', { id, p_conversation_id: talk.id, p_content: 'Awas' }, doer);
    await call('open_conversation', { recipient_id: talk.user2_id }, doer);
  },
  message_deleted: ({ doer, messages }) => rawCall('delete_message', { message_id: messages[2]!.id }, doer),
  conversation_read: async ({ doer, talk, messages }) => {
    await call('mark_message_read', { message_id: messages[1]!.id }, doer);
    await call('mark_conversation_read', { conversation_id: talk.id, sequence: 4 }, doer);
  },
  conversations_changed: rename,
  profile_changed: rename,
  settings_changed: nobodysDoing,
  spellings_changed: nobodysDoing,
  banners_changed: nobodysDoing,
  users_changed: nobodysDoing,
  applications_changed: 'goes to the admins and to the applicant',
  session_ended: 'goes to the person’s own pages',
};
const types = Object.entries(doings).flatMap(([type, doing]) =>
  typeof doing === 'string' ? [] : [[type as Signal['type'], doing] as const],
);

/** Fetches everything that somebody sees of the conversation and of their notifications. */
async function fetchAll(as: BuiltSeller, { id: conversation_id }: Scene['talk']) {
  const { unread } = (await call('get_session', {}, as))!;
  return {
    unread,
    total: await call('get_unread_messages', {}, as),
    conversations: await call('get_user_conversations', {}, as),
    details: await call('get_conversation_details', { p_conversation_id: conversation_id }, as),
    messages: await call('get_messages', { conversation_id }, as),
    changes: await call('sync_messages', { conversation_id, after_sequence: 0 }, as),
    notifications: await call('get_notifications', {}, as),
    // Likes and comments are left out, as everybody may count them.
    figures: (await call('get_warung_stats', {}, as)).days.map(({ views, saves, chats }) => [views, saves, chats]),
    blocked: await call('get_blocked_people', {}, as),
  };
}

/** Lets one person act, and returns what the other notices: signals on their own topic, changes of what they fetch, pushes. */
async function observe(blocks: 'doer' | 'watcher', doing: (scene: Scene) => Promise<unknown>) {
  const scene = await buildScene(blocks);
  const { doer, watcher, third, admin, talk, own, theirs, thirds } = scene;
  const posts = [own, theirs, thirds].map(({ id }): Topic => `post:${id}`);
  const publicTopics: Topic[] = ['feed', 'settings', 'banners', `warung:${doer.id}`, `warung:${watcher.id}`, ...posts];
  const page = await openPage(server.url, { cookie: watcher.cookie });
  await page.join(...publicTopics);
  const witnesses = [];
  for (const person of [doer, third, admin]) witnesses.push(await openPage(server.url, { cookie: person.cookie }));
  for (const witness of witnesses) await witness.join(...publicTopics);
  await witnesses[2]!.join('admin');
  const before = await fetchAll(watcher, talk);
  await doing(scene);
  const received = await page.signals();
  const sent: [Topic, Signal][] = [];
  for (const witness of witnesses) sent.push(...(await witness.signals()));
  const { rows: pushes } = await sql`
    select from jobs.job join push_subscriptions s on data ->> 'device' = s.id::text
    where name = 'send_push' and s.user_id = ${watcher.id}`.execute(db);
  return {
    sent: new Set(sent.map(([, { type }]) => type)),
    told: received.filter(([topic]) => topic === `user:${watcher.id}`).map(([, signal]) => signal),
    public: received.filter(([topic]) => topic !== `user:${watcher.id}`).map(([, signal]) => signal),
    before,
    after: await fetchAll(watcher, talk),
    pushes: pushes.length,
  };
}

const refused = new Set<Signal['type']>(['message_added']);
/** Whether a signal comes later, because a session is read again first. */
const isLate = (type: Signal['type']) => type === 'profile_changed';

test.each(types)('%s: what a blocked person does tells whoever has blocked them nothing (D74)', async (type, doing) => {
  const seen = await observe('watcher', doing);
  if (!isLate(type)) expect(seen.sent.has(type)).toBe(!refused.has(type));
  expect(seen.told).toEqual([]);
  // a message is deleted for both: whoever has blocked its sender finds it gone when they look again
  if (type !== 'message_deleted') expect(seen.after).toEqual(seen.before);
  expect(seen.pushes).toBe(0);
  // All members are told that a post, a stall or the feed has changed, and not by whom.
  const allowed = ['type', 'post_id', 'warung_id'];
  for (const signal of seen.public) expect(allowed).toEqual(expect.arrayContaining(Object.keys(signal)));
});

test.each(types)('%s: what somebody does tells whom they have blocked nothing (D74, D128)', async (type, doing) => {
  const seen = await observe('doer', doing);
  expect(seen.told).toEqual([]);
  expect(seen.pushes).toBe(0);
  // a name is everybody's, and a message is deleted for both
  if (doing !== rename && type !== 'message_deleted') expect(seen.after).toEqual(seen.before);
});

test('a row of notifications goes with the last like that shows, and not with a hidden one (D56, D74)', async () => {
  const [cook, blocked, third] = [await buildSeller(server), await buildSeller(server), await buildSeller(server)];
  const post = await buildPost(server, { user_id: cook.id });
  await call('set_block', { person_id: blocked.id, blocked: true }, cook);
  const toggle = (as: BuiltMember) => call('toggle_like', { post_id_to_toggle: post.id }, as);
  await toggle(third);
  await toggle(blocked);
  const last = await buildSeller(server);
  await toggle(last);
  for (const person of [third, last]) await toggle(person);
  expect(await call('get_notifications', {}, cook)).toEqual([]);
});

test('a row of notifications stays while somebody shows in it who has blocked its owner since (D74)', async () => {
  const [cook, blocker, third] = [await buildSeller(server), await buildSeller(server), await buildSeller(server)];
  const post = await buildPost(server, { user_id: cook.id });
  const toggle = (as: BuiltMember) => call('toggle_like', { post_id_to_toggle: post.id }, as);
  await toggle(blocker);
  await toggle(third);
  await call('set_block', { person_id: cook.id, blocked: true }, blocker);
  await toggle(third);
  expect(await call('get_notifications', {}, cook)).toHaveLength(1);
});

test('what answers the blocked person leaves the list with what they have done (D74)', async () => {
  const [cook, blocked, third] = [await buildSeller(server), await buildSeller(server), await buildSeller(server)];
  const post = await buildPost(server, { user_id: cook.id });
  const { id } = await buildComment(server, { post_id: post.id, user_id: blocked.id });
  const answer = { post_id_to_comment_on: post.id, comment_content: 'Iyo', parent_comment_id: id };
  await call('add_comment', answer, third);
  expect(await call('get_notifications', {}, cook)).toHaveLength(1);
  await call('set_block', { person_id: blocked.id, blocked: true }, cook);
  expect(await call('get_notifications', {}, cook)).toEqual([]);
});
