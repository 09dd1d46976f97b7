import type { Read } from '@lapau/contract/known';
import type { NotificationType } from '@lapau/contract/notifications';
import { expect, test } from 'vitest';
import { auth, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { tellWaitingDishes } from '../../testing/queued-dishes.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, db } = server;

/** Builds a post with its owner, somebody who commented before, somebody who does something now, and two admins. */
async function scene() {
  await db.deleteFrom('profiles').execute();
  const owner = await buildSeller(server, { profile: { full_name: 'Syafril' }, warung: { name: 'Lapau Mak Itam' } });
  const earlier = await buildMember(server, { full_name: 'Reni' });
  const actor = await buildMember(server, { full_name: 'Uda Jon' });
  const post = await buildPost(server, { user_id: owner.id, food_name: 'Randang' });
  const comment = await buildComment(server, { post_id: post.id, user_id: earlier.id });
  const admins = [await buildAdmin(server), await buildAdmin(server)] as const;
  await buildAdmin(server, { is_suspended: true });
  return { owner, earlier, actor, post, comment, admins };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const say = (post: { id: string }, as: BuiltMember, parent: { id: string } | null = null) =>
  call(
    'add_comment',
    {
      id: crypto.randomUUID(),
      post_id_to_comment_on: post.id,
      comment_content: 'Masih?',
      parent_comment_id: parent?.id ?? null,
    },
    as,
  );
const like = (post: { id: string }, as: BuiltMember, liked?: boolean) =>
  call('toggle_like', { post_id_to_toggle: post.id, liked }, as);
const report = (post: { id: string }, as: BuiltMember) =>
  call('create_report', { reported_post_id: post.id, reason: 'Bukan makanan' }, as);

type Told = {
  who: keyof Scene | 'admin 1' | 'admin 2';
  type: Read<NotificationType>;
  content: string;
  target?: 'post' | 'comment';
};
type Event = [event: string, happen: (scene: Scene) => Promise<unknown>, told: Told[]];

const commented = (name = 'Uda Jon'): Told[] => [
  { who: 'owner', type: 'new_comment', content: `${name} mengomentari postingan Anda: Randang.`, target: 'comment' },
  { who: 'earlier', type: 'post_activity', content: `${name} juga berkomentar di Randang.`, target: 'comment' },
];
const reported = (what: string): Told[] =>
  (['admin 1', 'admin 2'] as const).map((who) => ({
    who,
    type: 'new_report',
    content: `Uda Jon melaporkan ${what} Randang.`,
  }));

// Each row has an event, its type, its recipients and its target (D35). Later features add rows of their own.
const events: Event[] = [
  [
    'a like',
    ({ post, actor }) => like(post, actor),
    [{ who: 'owner', type: 'new_like', content: 'Uda Jon menyukai postingan Anda: Randang.', target: 'post' }],
  ],
  [
    'a like taken back and given again, and retried',
    async ({ post, actor }) => {
      for (const liked of [true, true, false, true]) await like(post, actor, liked);
    },
    [{ who: 'owner', type: 'new_like', content: 'Uda Jon menyukai postingan Anda: Randang.', target: 'post' }],
  ],
  ['a like of one’s own post', ({ post, owner }) => like(post, owner), []],
  ['a comment', ({ post, actor }) => say(post, actor), commented()],
  [
    'the owner’s comment, by the stall’s name',
    ({ post, owner }) => say(post, owner),
    [
      {
        who: 'earlier',
        type: 'post_activity',
        content: 'Lapau Mak Itam juga berkomentar di Randang.',
        target: 'comment',
      },
    ],
  ],
  [
    'a reply',
    ({ post, actor, comment }) => say(post, actor, comment),
    [
      {
        who: 'owner',
        type: 'new_comment',
        content: 'Uda Jon mengomentari postingan Anda: Randang.',
        target: 'comment',
      },
      { who: 'earlier', type: 'new_reply', content: 'Uda Jon membalas komentar Anda di Randang.', target: 'comment' },
    ],
  ],
  [
    'the owner’s reply',
    ({ post, owner, comment }) => say(post, owner, comment),
    [
      {
        who: 'earlier',
        type: 'new_reply',
        content: 'Lapau Mak Itam membalas komentar Anda di Randang.',
        target: 'comment',
      },
    ],
  ],
  [
    'a reply to the owner, told once in the closest way',
    async ({ post, owner, actor, comment }) => {
      const theirs = await buildComment(server, { post_id: post.id, user_id: owner.id, parent_id: comment.id });
      await say(post, actor, theirs);
    },
    [
      { who: 'owner', type: 'new_reply', content: 'Uda Jon membalas komentar Anda di Randang.', target: 'comment' },
      { who: 'earlier', type: 'post_activity', content: 'Uda Jon juga berkomentar di Randang.', target: 'comment' },
    ],
  ],
  [
    'a reply to oneself',
    ({ post, earlier, comment }) => say(post, earlier, comment),
    [{ who: 'owner', type: 'new_comment', content: 'Reni mengomentari postingan Anda: Randang.', target: 'comment' }],
  ],
  [
    'a comment where a suspended person commented before',
    async ({ post, actor }) => {
      const quiet = await buildMember(server, { is_suspended: true });
      await buildComment(server, { post_id: post.id, user_id: quiet.id });
      await say(post, actor);
    },
    commented(),
  ],
  ['a report', ({ post, actor }) => report(post, actor), reported('postingan')],
  [
    'the same report again',
    async ({ post, actor }) => {
      await report(post, actor);
      await report(post, actor);
    },
    reported('postingan'),
  ],
  [
    'a report of a comment',
    ({ comment, actor }) => call('report_comment', { reported_comment_id: comment.id, reason: 'Kasar' }, actor),
    reported('komentar di'),
  ],
  [
    'an admin’s own report, to the other admin',
    async ({ post, admins }) => {
      await db.updateTable('profiles').set({ full_name: 'Uda Jon' }).where('id', '=', admins[0].id).execute();
      await report(post, admins[0]);
    },
    reported('postingan').slice(1),
  ],
  [
    'a sign-up',
    () => auth(server, '/auth/sign-up/email', signUpForm({ name: 'Amai', nagari: 'Koto Lamo' })),
    (['admin 1', 'admin 2'] as const).map((who) => ({
      who,
      type: 'new_user_signup',
      content: 'Amai dari Koto Lamo baru mendaftar.',
    })),
  ],
  ['a save', ({ post, actor }) => call('toggle_save_post', { post_id_to_toggle: post.id }, actor), []],
  [
    'a dish that is cooked again, to who waits for it',
    async ({ post, actor, owner }) => {
      await call('set_warung_open', { is_open: true, age_ms: 0 }, owner);
      for (const alert of [false, true]) {
        const person = alert ? actor : owner;
        await call('toggle_save_post', { post_id_to_toggle: post.id, saved: true, alert: true }, person);
        await call('set_posts_open', { post_ids: [post.id], is_open: alert, age_ms: 0 }, owner);
      }
      await tellWaitingDishes(server);
    },
    [{ who: 'actor', type: 'dish_back', content: 'Randang di Lapau Mak Itam dimasak lagi.', target: 'post' }],
  ],
];

test.each(events)('%s is told to whom it concerns (D35)', async (_event, happen, told) => {
  const before = await scene();
  await happen(before);
  const { owner, earlier, actor, admins } = before;
  const people = Object.entries({ owner, earlier, actor, 'admin 1': admins[0], 'admin 2': admins[1] });
  const found: Told[] = [];
  for (const [who, person] of people) {
    for (const { type, content, post_id, comment_id, is_read, sender_id } of await call(
      'get_notifications',
      {},
      person,
    )) {
      expect(is_read).toBe(false);
      expect(sender_id).not.toBe(person.id);
      if (post_id) expect(post_id).toBe(before.post.id);
      const target = comment_id ? 'comment' : post_id ? 'post' : undefined;
      found.push({ who: who as Told['who'], type, content, ...(target && { target }) });
    }
  }
  const rows = await db.selectFrom('notifications').select('id').execute();
  expect(rows, 'nobody else was told').toHaveLength(found.length);
  const byPerson = (a: Told, b: Told) => (a.who < b.who ? -1 : 1);
  expect(found.toSorted(byPerson)).toEqual(told.toSorted(byPerson));
});

test('notifications go with what they are about (D35)', async () => {
  const { post, actor, owner, comment } = await scene();
  await like(post, actor);
  const said = await say(post, actor, comment);
  const left = async () => (await call('get_notifications', {}, owner)).map(({ type }) => type);
  expect(await left()).toEqual(['new_comment', 'new_like']);
  await call('delete_comment', { comment_id: said.id }, actor);
  expect(await left()).toEqual(['new_like']);
  await call('delete_post', { post_id: post.id }, owner);
  expect(await left()).toEqual([]);
});

test('a notification shows the sender’s current name', async () => {
  const { owner, actor, post } = await scene();
  await say(post, actor);
  const { address, nagari, kecamatan, phone } = actor;
  await call('update_profile', { address, nagari, kecamatan, phone, full_name: 'Jon Efendi' }, actor);
  await like(post, actor);
  const [newest] = await call('get_notifications', { limit: 1 }, owner);
  expect(newest?.content).toBe('Jon Efendi menyukai postingan Anda: Randang.');
});
