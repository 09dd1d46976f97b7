import { expect, test } from 'vitest';
import {
  buildAdmin,
  buildComment,
  buildConversation,
  buildMember,
  buildMessage,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);
const reader = await buildMember(server);
const seller = await buildSeller(server, { warung: { name: 'Sate Uda Jon' } });

const report = (post: { id: string }, as: BuiltMember = reader, reason = 'Foto bukan makanan') =>
  call('create_report', { reported_post_id: post.id, reason }, as);
const reportOf = (comment: { id: string }, as: BuiltMember = reader) =>
  call('report_comment', { reported_comment_id: comment.id, reason: 'Kata kasar' }, as);
const reportsOf = (reporter: BuiltMember) =>
  db.selectFrom('reports').selectAll().where('reporter_id', '=', reporter.id).orderBy('id').execute();

test('a report stores a snapshot of the post and outlives it (D29)', async () => {
  const post = await buildPost(server, { user_id: seller.id, food_name: 'Sate Danguang-Danguang' });
  const reporter = await buildMember(server);
  expect(await report(post, reporter, '  Foto bukan makanan ')).toEqual({ reported: true });
  const snapshot = {
    reported_user_id: seller.id,
    snapshot_food_name: 'Sate Danguang-Danguang',
    snapshot_images: post.images,
    snapshot_owner_name: 'Sate Uda Jon',
    snapshot_comment: null,
    reason: 'Foto bukan makanan',
    status: 'pending',
  };
  expect(await reportsOf(reporter)).toMatchObject([{ ...snapshot, reported_post_id: post.id }]);
  await call('delete_post', { post_id: post.id }, seller);
  expect(await reportsOf(reporter)).toMatchObject([{ ...snapshot, reported_post_id: null }]);
});

test('what its owner deletes is told to admins’ open lists, while a report of it or of a comment under it waits (D29)', async () => {
  const post = await buildPost(server, { user_id: seller.id });
  const comment = await buildComment(server, { post_id: post.id, user_id: seller.id });
  const reply = await buildComment(server, { post_id: post.id, user_id: reader.id, parent_id: comment.id });
  const [owner, ...others] = [await buildMember(server), await buildMember(server), await buildMember(server)];
  const { id: conversation_id } = await buildConversation(server, { user1_id: owner.id, user2_id: reader.id });
  const message = await buildMessage(server, { conversation_id, sender_id: owner.id });
  const page = await openPage(server.url, { cookie: admin.cookie });
  await page.join('admin');
  const told = async (happen: () => Promise<unknown>) => {
    await happen();
    return (await page.signals()).filter(([, { type }]) => type === 'reports_changed').length;
  };
  await reportOf(reply, others[0]);
  await report(post, others[1]);
  await call('report_message', { message_id: message.id, reason: 'Menipu' }, reader);
  await page.signals();
  expect(await told(() => call('delete_message', { message_id: message.id }, owner)), 'a message').toBe(1);
  expect(await told(() => call('delete_comment', { comment_id: comment.id }, seller)), 'with a reported reply').toBe(1);
  expect(await told(() => call('delete_post', { post_id: post.id }, seller)), 'a post').toBe(1);
  const unreported = await buildPost(server, { user_id: seller.id });
  expect(await told(() => call('delete_post', { post_id: unreported.id }, seller)), 'nothing reported').toBe(0);
});

test('the source of an admin post stands for its owner (D12)', async () => {
  const reporter = await buildMember(server);
  await report(
    await buildPost(server, { user_id: admin.id, is_admin_post: true, seller_name: 'Wali Nagari' }),
    reporter,
  );
  expect(await reportsOf(reporter)).toMatchObject([{ snapshot_owner_name: 'Wali Nagari' }]);
});

test('one open report a user and post, also ten at once; a decided one may be followed by another (D29)', async () => {
  const post = await buildPost(server);
  const reporter = await buildMember(server);
  await inParallel(10, () => report(post, reporter));
  expect(await reportsOf(reporter)).toHaveLength(1);
  await report(post, await buildMember(server));
  await db.updateTable('reports').set({ status: 'dismissed' }).where('reporter_id', '=', reporter.id).execute();
  await report(post, reporter);
  expect(await reportsOf(reporter)).toMatchObject([{ status: 'dismissed' }, { status: 'pending' }]);
});

test('nobody reports their own post or comment (D29, D54)', async () => {
  const post = await buildPost(server, { user_id: seller.id });
  const comment = await buildComment(server, { post_id: post.id, user_id: reader.id });
  await expect(report(post, seller)).rejects.toMatchObject({ status: 409, code: 'own_post' });
  await expect(reportOf(comment)).rejects.toMatchObject({ status: 409, code: 'own_comment' });
});

test('a reason is needed, of at most 500 characters (D25)', async () => {
  const post = await buildPost(server);
  for (const [reason, text] of [
    ['', 'Alasan laporan tidak boleh kosong.'],
    [' \n ', 'Alasan laporan tidak boleh kosong.'],
    ['x'.repeat(501), 'Alasan laporan paling banyak 500 huruf, sekarang 501.'],
  ]) {
    const answer = await rawCall('create_report', { reported_post_id: post.id, reason }, reader);
    expect(answer).toMatchObject({ status: 422, body: { details: { reason: text } } });
  }
});

test('what is missing or hidden cannot be reported (D11)', async () => {
  const post = await buildPost(server);
  const comment = await buildComment(server, { post_id: post.id });
  await call('toggle_user_suspension', { user_id_to_toggle: post.user_id, suspended: true }, admin);
  for (const id of [post.id, crypto.randomUUID()]) {
    await expect(report({ id })).rejects.toMatchObject({ status: 404, code: 'post_not_found' });
  }
  const quiet = await buildComment(server, { user_id: (await buildMember(server, { is_suspended: true })).id });
  for (const id of [comment.id, quiet.id, crypto.randomUUID()]) {
    await expect(reportOf({ id })).rejects.toMatchObject({ status: 404, code: 'comment_not_found' });
  }
});

test('a comment is reported with its words, once, and its report outlives it (D54)', async () => {
  const post = await buildPost(server);
  const keeper = await buildSeller(server, { warung: { name: 'Kadai Kopi' } });
  const reporter = await buildMember(server);
  const comments = await inParallel(2, () =>
    buildComment(server, { post_id: post.id, user_id: keeper.id, content: 'Kata kasar' }),
  );
  await report(post, reporter);
  for (const comment of comments) await inParallel(5, () => reportOf(comment, reporter));
  const about = { snapshot_comment: 'Kata kasar', snapshot_owner_name: 'Kadai Kopi', reported_user_id: keeper.id };
  expect(await reportsOf(reporter)).toMatchObject([{ snapshot_comment: null }, about, about]);
  // The reports of both comments lose their references, and stay beside the open report of the post.
  for (const comment of comments) await call('delete_comment', { comment_id: comment.id }, keeper);
  await report(post, reporter);
  expect(await reportsOf(reporter)).toMatchObject([
    { reported_post_id: post.id, status: 'pending' },
    { ...about, reported_comment_id: null, status: 'pending' },
    { ...about, reported_comment_id: null, status: 'pending' },
  ]);
});

test('admins receive a signal, nobody else (D36)', async () => {
  const post = await buildPost(server, { user_id: seller.id });
  const adminPage = await openPage(server.url, { cookie: admin.cookie });
  await adminPage.join('admin');
  const others = [reader, seller].map((person) => openPage(server.url, { cookie: person.cookie }));
  await report(post);
  expect(await adminPage.signals()).toContainEqual(['admin', { type: 'reports_changed' }]);
  for (const page of others) expect(await (await page).signals()).toEqual([]);
});
