import { reasonPresets } from '@lapau/contract/decisions';
import { limits } from '@lapau/contract/limits';
import { expect, test } from 'vitest';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { Credential } from '../../testing/client.ts';
import { expectExactCounts } from '../../testing/counts.ts';
import { settle } from '../../testing/decisions.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);
const reni = await buildMember(server, { full_name: 'Reni Marlina', avatar_url: 'r/profile_avatar.webp?t=1' });
const itam = await buildSeller(server, { profile: { full_name: 'Syafril' }, warung: { name: 'Lapau Mak Itam' } });

const addComment = (
  post: { id: string },
  comment_content: string,
  as: Credential,
  parent_comment_id: string | null = null,
) =>
  call(
    'add_comment',
    { id: crypto.randomUUID(), post_id_to_comment_on: post.id, comment_content, parent_comment_id },
    as,
  );
const thread = (post: { id: string }) => call('get_comments_for_post', { p_post_id: post.id }, reni);
const countOf = async (post: { id: string }) => (await call('get_post_details', { p_post_id: post.id }, reni)).comments;

test('a comment is answered whole, listed oldest first, and counted', async () => {
  const post = await buildPost(server);
  expect(await thread(post)).toEqual([]);
  const first = await addComment(post, '  Lamak bana!\n<b>Sungguh</b> ', reni);
  expect(first).toMatchObject({
    post_id: post.id,
    user_id: reni.id,
    parent_id: null,
    content: 'Lamak bana!\n<b>Sungguh</b>',
    full_name: 'Reni Marlina',
    avatar_url: '/storage/avatars/r/profile_avatar.webp?t=1',
  });
  const second = await addComment(post, 'Tarimo kasih', itam);
  expect(second).toMatchObject({ full_name: 'Lapau Mak Itam', avatar_url: null });
  expect(await thread(post)).toEqual([first, second]);
  expect(await countOf(post)).toBe(2);
});

test('an admin’s comment is marked, also under the name of a stall (D63)', async () => {
  const post = await buildPost(server);
  const both = await buildSeller(server, { profile: { role: 'admin' } });
  for (const as of [admin, both]) expect(await addComment(post, 'Baik', as)).toMatchObject({ is_admin: true });
  expect(await addComment(post, 'Elok', itam)).toMatchObject({ is_admin: false });
  expect((await thread(post)).map(({ is_admin }) => is_admin)).toEqual([true, true, false]);
});

test('a seller who sells no more comments by their own name', async () => {
  const post = await buildPost(server);
  const former = await buildSeller(server, { profile: { full_name: 'Uda Jon', role: 'pembeli' } });
  expect(await addComment(post, 'Halo', former)).toMatchObject({ full_name: 'Uda Jon' });
});

test('a reply hangs under its comment; a reply to a reply too, and names whom it answers (D26)', async () => {
  const post = await buildPost(server);
  const top = await addComment(post, 'Masih ada?', reni);
  const reply = await addComment(post, 'Masih', itam, top.id);
  expect(reply).toMatchObject({ parent_id: top.id, content: 'Masih' });
  const deeper = await addComment(post, 'Sisakan dua', reni, reply.id);
  expect(deeper).toMatchObject({ parent_id: top.id, content: '@Lapau Mak Itam Sisakan dua' });
  const deepest = await addComment(post, 'Siap', itam, deeper.id);
  expect(deepest).toMatchObject({ parent_id: top.id, content: '@Reni Siap' });
  expect(await addComment(post, '@Reni Siap juga', itam, deeper.id)).toMatchObject({ content: '@Reni Siap juga' });
});

test('the longest comment still fits behind the name it answers (D25)', async () => {
  const post = await buildPost(server);
  const longest = await buildMember(server, { full_name: 'N'.repeat(limits.name) });
  const top = await addComment(post, 'Halo', reni);
  const reply = await addComment(post, 'x'.repeat(limits.comment), longest, top.id);
  const deeper = await addComment(post, 'y'.repeat(limits.comment), reni, reply.id);
  expect(deeper.content).toBe(`@${'N'.repeat(limits.name)} ${'y'.repeat(limits.comment)}`);
  for (const content of ['z'.repeat(limits.comment + 1), ' \n ', '']) {
    await expect(addComment(post, content, reni)).rejects.toMatchObject({
      status: 422,
      code: 'invalid_input',
      details: { comment_content: expect.any(String) },
    });
  }
});

test('a parent that is missing, on another post or hidden is refused (D26)', async () => {
  const [post, other] = [await buildPost(server), await buildPost(server)];
  const elsewhere = await buildComment(server, { post_id: other.id });
  const hidden = await buildComment(server, {
    post_id: post.id,
    user_id: (await buildMember(server, { is_suspended: true })).id,
  });
  for (const parent of [elsewhere.id, hidden.id, crypto.randomUUID()]) {
    await expect(addComment(post, 'Halo', reni, parent)).rejects.toMatchObject({
      status: 404,
      code: 'comment_not_found',
    });
  }
  expect(await countOf(post)).toBe(0);
});

test('a missing or hidden post takes and shows no comments (D11)', async () => {
  const post = await buildPost(server);
  await call('toggle_user_suspension', { user_id_to_toggle: post.user_id, suspended: true }, admin);
  for (const gone of [post, { id: crypto.randomUUID() }]) {
    await expect(addComment(gone, 'Halo', reni)).rejects.toMatchObject({ code: 'post_not_found' });
    await expect(thread(gone)).rejects.toMatchObject({ code: 'post_not_found' });
  }
});

test('deleting a comment takes its replies along, and the count follows (D27)', async () => {
  const post = await buildPost(server);
  const top = await addComment(post, 'Satu', reni);
  const reply = await addComment(post, 'Dua', itam, top.id);
  await addComment(post, 'Tiga', reni, reply.id);
  const stays = await addComment(post, 'Empat', itam);
  expect(await call('delete_comment', { comment_id: top.id }, reni)).toEqual({ deleted: true, decision: null });
  expect(await thread(post)).toEqual([stays]);
  expect(await countOf(post)).toBe(1);
  expect(await call('delete_comment', { comment_id: top.id }, reni)).toEqual({ deleted: false, decision: null });
  await expectExactCounts(db);
});

test('its author deletes a comment, or an admin, who is audited and may undo it (D54, D75)', async () => {
  const post = await buildPost(server, { user_id: itam.id });
  const comment = await addComment(post, 'Kata kasar', reni);
  for (const stranger of [itam, await buildMember(server)]) {
    await expect(call('delete_comment', { comment_id: comment.id }, stranger)).rejects.toMatchObject({
      status: 403,
      code: 'comment_forbidden',
    });
  }
  const about = { subject_type: 'comment' as const, subject_id: comment.id, action: 'remove' as const };
  expect(await call('preview_decision', about, admin)).toMatchObject({
    text: `Komentar di ${post.food_name} dihapus. ${reni.full_name} diberi tahu.`,
  });
  const remove = () => call('delete_comment', { comment_id: comment.id, reason_key: 'rude' }, admin);
  const { decision } = await remove();
  expect(await thread(post)).toEqual([]);
  const told = async () => (await call('get_notifications', {}, reni)).filter(({ type }) => type === 'content_removed');
  expect(await told()).toMatchObject([
    {
      content: `Komentar Anda di ${post.food_name} dihapus admin: ${reasonPresets.rude}`,
      decision_id: decision?.id,
    },
  ]);
  await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
  expect(await thread(post)).toMatchObject([{ id: comment.id }]);
  expect(await told()).toEqual([]);
  await settle(server, (await remove()).decision);
  expect(await call('delete_comment', { comment_id: comment.id }, reni)).toEqual({ deleted: false, decision: null });
  await expectExactCounts(db);
  const audit = db.selectFrom('audit_log').selectAll().where('target_id', '=', comment.id).orderBy('id');
  const removal = { actor_id: admin.id, action: 'delete_comment', target_user_id: reni.id };
  expect(await audit.execute()).toMatchObject([
    { ...removal, details: { content: 'Kata kasar', reason: reasonPresets.rude } },
    { action: 'undo_decision' },
    removal,
  ]);
});

test('the same id with the same content is the same comment, with other content a conflict (D59)', async () => {
  const [post, other] = [await buildPost(server), await buildPost(server)];
  const top = await addComment(post, 'Masih ada?', reni);
  const second = await addComment(post, 'Harga?', reni);
  const reply = await addComment(post, 'Masih', itam, top.id);
  const input = {
    id: crypto.randomUUID(),
    post_id_to_comment_on: post.id,
    comment_content: 'Sisakan dua',
    parent_comment_id: reply.id,
  };
  const first = await call('add_comment', input, reni);
  expect(first).toMatchObject({ id: input.id, content: '@Lapau Mak Itam Sisakan dua' });
  expect(await call('add_comment', input, reni)).toEqual(first);
  const others: [object, Credential][] = [
    [{ ...input, comment_content: 'Sisakan tiga' }, reni],
    [{ ...input, post_id_to_comment_on: other.id, parent_comment_id: null }, reni],
    [{ ...input, parent_comment_id: null }, reni],
    [{ ...input, parent_comment_id: second.id }, reni],
    [input, itam],
  ];
  for (const [again, who] of others) {
    expect(await rawCall('add_comment', again, who)).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
  }
  // the comment replied to has been deleted meanwhile, the reply has not
  await call('delete_comment', { comment_id: reply.id }, itam);
  expect(await call('add_comment', input, reni)).toEqual(first);
  await call('delete_comment', { comment_id: top.id }, reni);
  expect(await rawCall('add_comment', input, reni)).toMatchObject({ status: 410, body: { code: 'already_deleted' } });
  expect(await thread(post)).toEqual([second]);
});

test('without an id the server makes one', async () => {
  const post = await buildPost(server);
  const input = { post_id_to_comment_on: post.id, comment_content: 'Lamak!' };
  const [first, second] = [await call('add_comment', input, reni), await call('add_comment', input, reni)];
  expect(first.id).not.toBe(second.id);
});

test('a suspended person’s comments hide with their replies, and come back whole (D11)', async () => {
  const post = await buildPost(server);
  const loud = await buildMember(server);
  const top = await addComment(post, 'Satu', loud);
  await addComment(post, 'Dua', reni, top.id);
  await addComment(post, 'Tiga', loud, top.id);
  const calm = await addComment(post, 'Empat', reni);
  await addComment(post, 'Lima', loud, calm.id);
  const before = await thread(post);
  await call('toggle_user_suspension', { user_id_to_toggle: loud.id, suspended: true }, admin);
  expect(await thread(post)).toEqual([calm]);
  expect(await countOf(post)).toBe(1);
  await call('toggle_user_suspension', { user_id_to_toggle: reni.id, suspended: true }, admin);
  await call('toggle_user_suspension', { user_id_to_toggle: loud.id, suspended: false }, admin);
  await call('toggle_user_suspension', { user_id_to_toggle: reni.id, suspended: false }, admin);
  await expectExactCounts(db);
  expect(await call('get_comments_for_post', { p_post_id: post.id }, itam)).toEqual(before);
});

test('pages that show the post receive a signal when a comment is added and when it is deleted', async () => {
  const post = await buildPost(server);
  const page = await openPage(server.url, { cookie: itam.cookie });
  await page.join(`post:${post.id}`);
  const comment = await addComment({ id: post.id.toUpperCase() }, 'Halo', itam);
  await call('delete_comment', { comment_id: comment.id }, itam);
  const signal = (type: string) => [`post:${post.id}`, { type, post_id: post.id }];
  expect((await page.signals()).filter(([topic]) => topic.startsWith('post:'))).toEqual([
    signal('comment_added'),
    signal('comments_changed'),
  ]);
});
