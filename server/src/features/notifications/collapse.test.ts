import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { auth, signUpForm } from '../../testing/auth.ts';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller, buildSession } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;

const owner = await buildSeller(server);
const people = await Promise.all(
  ['Amai', 'Buyuang', 'Cici', 'Datuak'].map((full_name) => buildMember(server, { full_name })),
);
const [amai, buyuang, cici, datuak] = people as [BuiltMember, BuiltMember, BuiltMember, BuiltMember];

const like = (post: { id: string }, as: BuiltMember, liked = true) =>
  call('toggle_like', { post_id_to_toggle: post.id, liked }, as);
const comment = (post: { id: string }, as: BuiltMember, parent?: { id: string }) =>
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
const remove = (said: { id: string }, as: BuiltMember) => call('delete_comment', { comment_id: said.id }, as);
const read = (person: BuiltMember) => call('mark_notifications_read', {}, person);
const unread = async (person: BuiltMember) => (await call('get_session', {}, person))!.unread.notifications;
/** Reads a person's notifications about a post, newest first; unread ones end in a star. */
const seen = async (post: { id: string }, person: BuiltMember) =>
  (await call('get_notifications', {}, person))
    .filter(({ post_id }) => post_id === post.id)
    .map(({ content, is_read }) => (is_read ? content : `${content}*`));
const newPost = async () => {
  await db.deleteFrom('notifications').execute();
  return buildPost(server, { user_id: owner.id, food_name: 'Randang' });
};

test('likes of a post are one notification of the latest liker and time, until it is read (D56)', async () => {
  const post = await newPost();
  await like(post, amai);
  expect(await seen(post, owner)).toEqual(['Amai menyukai postingan Anda: Randang.*']);
  const [before] = await call('get_notifications', {}, owner);
  await like(post, buyuang);
  await like(post, cici);
  expect(await seen(post, owner)).toEqual(['Cici dan 2 lainnya menyukai postingan Anda: Randang.*']);
  expect(await unread(owner)).toBe(1);
  const [after] = await call('get_notifications', {}, owner);
  expect(after).toMatchObject({ id: before!.id, sender_id: cici.id, other_senders: 2 });
  expect(after!.post_image_url).toBe(`/storage/posts/${post.images[0]}`);
  expect(Date.parse(after!.created_at)).toBeGreaterThan(Date.parse(before!.created_at));

  await read(owner);
  await like(post, datuak);
  expect(await seen(post, owner)).toEqual([
    'Datuak menyukai postingan Anda: Randang.*',
    'Cici dan 2 lainnya menyukai postingan Anda: Randang.',
  ]);
});

test('the same person twice is one person; each type has its own row', async () => {
  const post = await newPost();
  const first = await comment(post, amai);
  await comment(post, buyuang);
  await comment(post, cici);
  await comment(post, cici);
  await comment(post, cici, first);
  expect(await seen(post, owner)).toEqual(['Cici dan 2 lainnya mengomentari postingan Anda: Randang.*']);
  expect((await seen(post, amai)).toSorted()).toEqual([
    'Cici dan 1 lainnya juga berkomentar di Randang.*',
    'Cici membalas komentar Anda di Randang.*',
  ]);
  // To Buyuang, the reply to somebody else counts as one more comment.
  expect(await seen(post, buyuang)).toEqual(['Cici juga berkomentar di Randang.*']);
  expect(await seen(post, cici)).toEqual([]);
});

test('a like that is taken back is no longer counted, and the last one removes the notification', async () => {
  const post = await newPost();
  for (const person of [amai, buyuang, cici]) await like(post, person);
  await like(post, cici, false);
  expect(await seen(post, owner)).toEqual(['Buyuang dan 1 lainnya menyukai postingan Anda: Randang.*']);
  await like(post, amai, false);
  const page = await openPage(server.url, { cookie: owner.cookie });
  await like(post, buyuang, false);
  expect(await seen(post, owner)).toEqual([]);
  expect(await page.signals()).toEqual([[`user:${owner.id}`, { type: 'notifications_changed', unread: 0 }]]);
  // As the owner has not read of the like, liking again makes a new notification.
  await like(post, amai);
  expect(await seen(post, owner)).toEqual(['Amai menyukai postingan Anda: Randang.*']);
});

test.each([
  ['read', () => read(owner)],
  ['deleted', () => call('delete_my_notifications', {}, owner)],
])('a like whose notification was %s makes no second one (D35)', async (_how, end) => {
  const post = await newPost();
  await like(post, amai);
  await end();
  await like(post, amai, false);
  expect(await seen(post, owner)).toEqual([]);
  await like(post, amai);
  await like(post, amai, false);
  await like(post, amai);
  expect(await seen(post, owner)).toEqual([]);
  await like(post, buyuang);
  expect(await seen(post, owner)).toEqual(['Buyuang menyukai postingan Anda: Randang.*']);
});

test('a deleted comment and its replies are no longer counted, and open pages learn so', async () => {
  const post = await newPost();
  const first = await comment(post, amai);
  await comment(post, buyuang, first);
  const last = await comment(post, cici);
  expect(await seen(post, amai)).toEqual([
    'Cici juga berkomentar di Randang.*',
    'Buyuang membalas komentar Anda di Randang.*',
  ]);
  await remove(last, cici);
  expect(await seen(post, owner)).toEqual(['Buyuang dan 1 lainnya mengomentari postingan Anda: Randang.*']);
  expect(await seen(post, amai)).toEqual(['Buyuang membalas komentar Anda di Randang.*']);
  await read(owner);
  const page = await openPage(server.url, { cookie: owner.cookie });
  await remove(first, amai);
  for (const person of [owner, amai, buyuang, cici]) expect(await seen(post, person)).toEqual([]);
  expect(await page.signals()).toContainEqual([`user:${owner.id}`, { type: 'notifications_changed', unread: 0 }]);
});

test('what a deleted person did is no longer counted', async () => {
  const post = await newPost();
  const leaving = await buildMember(server, { full_name: 'Nan Pai' });
  await like(post, leaving);
  await comment(post, amai);
  await comment(post, leaving);
  await db.deleteFrom('profiles').where('id', '=', leaving.id).execute();
  expect(await seen(post, owner)).toEqual(['Amai mengomentari postingan Anda: Randang.*']);
  expect(await seen(post, amai)).toEqual([]);
});

test('suspended people are neither named nor counted, and what is about a hidden post is left out (D11)', async () => {
  const post = await newPost();
  const admin = await buildAdmin(server);
  const gone = await buildMember(server, { full_name: 'Nan Ilang', avatar_url: 'x/profile_avatar.webp' });
  const suspend = (user_id_to_toggle: string, suspended: boolean) =>
    call('toggle_user_suspension', { user_id_to_toggle, suspended }, admin);
  await comment(post, amai);
  await comment(post, gone);
  expect(await call('get_notifications', {}, amai)).toMatchObject([
    { sender_name: 'Nan Ilang', sender_avatar_url: '/storage/avatars/x/profile_avatar.webp' },
  ]);
  await suspend(gone.id, true);
  expect(await seen(post, owner)).toEqual(['Amai mengomentari postingan Anda: Randang.*']);
  expect(await call('get_notifications', {}, amai)).toEqual([]);
  await suspend(gone.id, false);
  expect(await seen(post, owner)).toEqual(['Nan Ilang dan 1 lainnya mengomentari postingan Anda: Randang.*']);
  await call('toggle_warung_suspension', { warung_id: owner.id, suspended: true }, admin);
  expect(await call('get_notifications', {}, amai)).toEqual([]);
  await call('toggle_warung_suspension', { warung_id: owner.id, suspended: false }, admin);
  expect(await call('get_notifications', {}, amai)).toMatchObject([
    { post_image_url: `/storage/posts/${post.images[0]}` },
  ]);
  // the suspension has ended the owner's session
  Object.assign(owner, await buildSession(server, owner.id));
});

test('events of one moment are one row a recipient, and each person counts', async () => {
  const post = await newPost();
  await comment(post, amai);
  await read(owner);
  const many = await inParallel(12, () => buildMember(server, { full_name: 'Ramai' }));
  await Promise.all(many.flatMap((person) => [like(post, person), comment(post, person)]));
  expect((await seen(post, owner)).toSorted()).toEqual([
    'Amai mengomentari postingan Anda: Randang.',
    'Ramai dan 11 lainnya mengomentari postingan Anda: Randang.*',
    'Ramai dan 11 lainnya menyukai postingan Anda: Randang.*',
  ]);
  expect(await unread(owner)).toBe(2);
  expect(await seen(post, amai)).toEqual(['Ramai dan 11 lainnya juga berkomentar di Randang.*']);
});

test('doing and undoing at once leaves no notification without an event', async () => {
  const post = await newPost();
  const many = await inParallel(8, () => buildMember(server));
  const said = await Promise.all(many.map((person) => comment(post, person)));
  await Promise.all([
    ...many.map((person, index) => remove(said[index]!, person)),
    ...many.map((person) => like(post, person)),
    ...many.slice(4).map((person) => comment(post, person, undefined)),
    ...many.map((person) => read(person)),
    read(owner),
  ]);
  await Promise.all([...many.map((person) => like(post, person, false)), read(owner)]);
  const left = sql`
    select n.id from notifications n where not exists (select from notification_sources where notification_id = n.id)`;
  expect((await left.execute(db)).rows).toEqual([]);
  expect((await seen(post, owner)).filter((content) => content.includes('menyukai'))).toEqual([]);
});

test('one more comment writes no row to a thousand who have not read of the last one', async () => {
  const post = await newPost();
  await sql`
    with people as (
      insert into profiles (full_name, email)
      select 'Warga', 'ramai-' || n || '@lapau.test' from generate_series(1, 1000) n returning id
    )
    insert into post_comments (post_id, user_id, content) select ${post.id}, id, 'Lamak' from people`.execute(db);
  await comment(post, amai);
  const rows = () => db.selectFrom('notifications').selectAll().where('post_id', '=', post.id).execute();
  const before = await rows();
  expect(before).toHaveLength(1001);
  await comment(post, buyuang);
  await comment(post, cici);
  const after = await rows();
  // Amai and Buyuang are notified too, as they have commented since.
  expect(after).toHaveLength(1003);
  expect(new Set(after.map(({ user_id }) => user_id)).size).toBe(1003);
});

test('many sign-ups are one notification for each admin (D56)', async () => {
  const admin = await buildAdmin(server);
  const emails = Array.from({ length: 6 }, () => signUpForm());
  await Promise.all(emails.map((form) => auth(server, '/auth/sign-up/email', form)));
  const rows = await call('get_notifications', {}, admin);
  expect(rows).toMatchObject([{ type: 'new_user_signup', other_senders: 5, is_read: false }]);
  expect(rows[0]!.content).toMatch(/ dan 5 lainnya baru mendaftar\.$/);
});

test('a comment notification that nobody has collapsed yet is shown as it was written', async () => {
  const said = await buildComment(server, { post_id: (await newPost()).id, user_id: amai.id });
  await db
    .insertInto('notifications')
    .values({ user_id: owner.id, type: 'new_comment', content: 'Dari dulu', sender_id: amai.id, comment_id: said.id })
    .execute();
  expect(await call('get_notifications', {}, owner)).toMatchObject([
    { content: 'Dari dulu', sender_id: amai.id, comment_id: said.id, other_senders: 0 },
  ]);
});

test('reports are one notification an admin of their number and the last reporter, until it is read (D56)', async () => {
  const admin = await buildAdmin(server);
  const report = async (as: BuiltMember) =>
    call('create_report', { reported_post_id: (await buildPost(server)).id, reason: 'Bukan makanan' }, as);
  const texts = async () => (await call('get_notifications', {}, admin)).map(({ content }) => content);
  const page = await openPage(server.url, { cookie: admin.cookie });
  await inParallel(50, async (index) => report(index % 2 ? amai : buyuang));
  await report(cici);
  expect(await texts()).toEqual(['51 laporan baru, terakhir dari Cici.']);
  expect(await unread(admin)).toBe(1);
  expect(await page.signals()).not.toContainEqual([`user:${admin.id}`, expect.objectContaining({ unread: 2 })]);
  await read(admin);
  await report(datuak);
  expect(await texts()).toEqual([
    expect.stringMatching(/^Datuak melaporkan postingan /),
    '51 laporan baru, terakhir dari Cici.',
  ]);
});
