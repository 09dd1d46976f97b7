import { describe, expect, test } from 'vitest';
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
import { expectExactCounts } from '../../testing/counts.ts';
import { settle } from '../../testing/decisions.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);
const second = await buildAdmin(server);

/** A dish that several people have reported. */
async function buildReported(count = 3) {
  const seller = await buildSeller(server);
  const post = await buildPost(server, { user_id: seller.id, food_name: 'Randang' });
  const reporters: BuiltMember[] = [];
  for (let index = 0; index < count; index += 1) {
    const reporter = await buildMember(server);
    await call('create_report', { reported_post_id: post.id, reason: `Alasan ${index + 1}` }, reporter);
    reporters.push(reporter);
  }
  return { seller, post, reporters, item: await itemOf(post.id) };
}
async function itemOf(subjectId: string, as = admin) {
  const items = await call('get_pending_reports', { limit: 50 }, as);
  const item = items.find(({ subject_id }) => subject_id === subjectId);
  if (!item) throw new Error('nothing waits about it');
  return item;
}
const waits = async (subjectId: string) =>
  (await call('get_pending_reports', { limit: 50 }, admin)).some(({ subject_id }) => subject_id === subjectId);
const handle = (
  item: { id: string; version: number },
  p_action: 'dismiss' | 'resolve_and_delete',
  { as = admin, reason = '' } = {},
) => call('handle_report', { p_report_id: item.id, p_action, version: item.version, reason }, as);
const told = async (person: BuiltMember) =>
  (await call('get_notifications', {}, person)).map(({ type, content }) => `${type as string}: ${content}`);
const isShown = async (postId: string) =>
  (await rawCall('get_post_details', { p_post_id: postId }, second)).status === 200;

describe('the queue', () => {
  test('has one item for all reports of a thing, with what an admin needs to decide, the longest waiting first', async () => {
    await db.deleteFrom('reports').execute();
    const first = await buildReported(20);
    const { seller, post, reporters } = first;
    const comment = await buildComment(server, { post_id: post.id, content: 'Kata kasar' });
    await call('report_comment', { reported_comment_id: comment.id, reason: 'Kasar' }, seller);
    const items = await call('get_pending_reports', {}, admin);
    expect(items).toMatchObject([
      {
        subject_type: 'post',
        subject_id: post.id,
        reports_count: 20,
        reason: 'Alasan 1',
        reporter_name: reporters[0]?.full_name,
        reported_post_id: post.id,
        reported_post_food_name: 'Randang',
        reported_post_images: post.images.map((image) => `/storage/posts/${image}`),
        reported_post_owner_name: seller.warung.name,
        reported_user_id: seller.id,
        is_gone: false,
        is_own: false,
        version: 0,
      },
      { subject_type: 'comment', subject_id: comment.id, reports_count: 1, reported_comment: 'Kata kasar' },
    ]);
    expect(items[0]?.reports.map(({ reason }) => reason)).toEqual(reporters.map((_, index) => `Alasan ${index + 1}`));
    const [{ id, created_at }] = items as [(typeof items)[0]];
    expect(await call('get_pending_reports', { after: { id, created_at }, limit: 1 }, admin)).toMatchObject([
      { subject_id: comment.id },
    ]);
  });

  test('keeps reports of a thing that its owner has deleted as one item', async () => {
    const { seller, post, reporters } = await buildReported();
    await call('delete_post', { post_id: post.id }, seller);
    const item = await itemOf(post.id);
    expect(item).toMatchObject({ is_gone: true, reports_count: 3, reported_post_id: null });
    await handle(item, 'resolve_and_delete');
    expect(await waits(post.id)).toBe(false);
    expect(await told(reporters[0]!)).toHaveLength(1);
    expect(await told(seller)).toEqual([]);
  });
});

describe('a removal', () => {
  test('hides the dish at once, tells owner and reporters, and deletes it when it cannot be undone any more', async () => {
    const { seller, post, reporters, item } = await buildReported();
    const { status, decision } = await handle(item, 'resolve_and_delete', { reason: 'Foto orang lain.' });
    expect(status).toBe('resolved');
    expect(await isShown(post.id)).toBe(false);
    expect((await call('get_my_menu', {}, seller)).map(({ id }) => id)).not.toContain(post.id);
    expect(await rawCall('get_my_post', { post_id: post.id }, seller)).toMatchObject({ status: 404 });
    expect(await waits(post.id)).toBe(false);
    expect(await told(seller)).toEqual(['content_removed: Postingan Randang dihapus admin: Foto orang lain.']);
    for (const reporter of reporters) {
      expect(await told(reporter)).toEqual([
        'report_outcome: Laporan Anda tentang postingan Randang diterima, dan isinya dihapus. Terima kasih.',
      ]);
    }
    await settle(server, decision);
    expect(await db.selectFrom('posts').select('id').where('id', '=', post.id).execute()).toEqual([]);
    await expect(call('undo_decision', { decision_id: decision.id }, admin)).rejects.toMatchObject({
      code: 'undo_expired',
    });
  });

  test('undone leaves no trace but the log: likes, comments, notifications and the queue are as before', async () => {
    const { seller, post, reporters, item } = await buildReported();
    const fan = await buildMember(server);
    await call('toggle_like', { post_id_to_toggle: post.id }, fan);
    await buildComment(server, { post_id: post.id, user_id: fan.id });
    const before = await call('get_post_details', { p_post_id: post.id }, fan);
    const { decision } = await handle(item, 'resolve_and_delete');
    await call('undo_decision', { decision_id: decision.id }, admin);
    await call('undo_decision', { decision_id: decision.id }, admin);
    expect(await call('get_post_details', { p_post_id: post.id }, fan)).toEqual(before);
    expect(await itemOf(post.id)).toEqual(item);
    expect(await told(reporters[0]!)).toEqual([]);
    expect((await told(seller)).filter((text) => text.startsWith('content_removed'))).toEqual([]);
    await settle(server, decision);
    expect(await isShown(post.id)).toBe(true);
    const log = db.selectFrom('audit_log').select('action').where('target_id', '=', post.id).orderBy('id');
    expect((await log.execute()).map(({ action }) => action)).toEqual(['handle_report', 'undo_decision']);
    await expectExactCounts(db);
  });

  test('of a comment hides it with its replies, and an undo shows them again', async () => {
    const post = await buildPost(server);
    const comment = await buildComment(server, { post_id: post.id });
    await buildComment(server, { post_id: post.id, parent_id: comment.id });
    await call('report_comment', { reported_comment_id: comment.id, reason: 'Kasar' }, second);
    const thread = () => call('get_comments_for_post', { p_post_id: post.id }, second);
    const { decision } = await handle(await itemOf(comment.id), 'resolve_and_delete');
    expect(await thread()).toEqual([]);
    await expectExactCounts(db);
    await call('undo_decision', { decision_id: decision.id }, admin);
    expect(await thread()).toHaveLength(2);
    const again = await handle(await itemOf(comment.id), 'resolve_and_delete');
    await settle(server, again.decision);
    const left = db.selectFrom('post_comments').select('id').where('post_id', '=', post.id);
    expect(await left.execute()).toEqual([]);
    await expectExactCounts(db);
  });

  test('of a message deletes it for both when the decision stands', async () => {
    const { id, user1_id, user2_id } = await buildConversation(server);
    const message = await buildMessage(server, { conversation_id: id, sender_id: user1_id });
    await db
      .insertInto('reports')
      .values({ reported_message_id: message.id, reported_user_id: user1_id, reporter_id: user2_id, reason: 'Menipu' })
      .execute();
    const messages = db.selectFrom('messages').select('id').where('conversation_id', '=', id);
    const { decision } = await handle(await itemOf(message.id), 'resolve_and_delete');
    expect(await messages.execute()).toHaveLength(1);
    await settle(server, decision);
    expect(await messages.execute()).toEqual([]);
  });
});

test('a dismissal tells the reporters, and a new report starts a new item with the next version', async () => {
  const { post, reporters, item } = await buildReported();
  const { decision } = await handle(item, 'dismiss');
  expect(await isShown(post.id)).toBe(true);
  expect(await told(reporters[1]!)).toEqual([
    'report_outcome: Laporan Anda tentang postingan Randang sudah diperiksa. Admin tidak menemukan pelanggaran.',
  ]);
  await call('create_report', { reported_post_id: post.id, reason: 'Masih' }, reporters[0]);
  expect(await itemOf(post.id)).toMatchObject({ version: decision.version, reports_count: 1 });
  await expect(handle(item, 'resolve_and_delete', { as: second })).rejects.toMatchObject({ code: 'already_decided' });
  expect(await isShown(post.id)).toBe(true);
});

test('an admin who decides on the own report is not told the outcome (D35)', async () => {
  const { item, post, reporters } = await buildReported(1);
  const reporting = await buildAdmin(server);
  await call('create_report', { reported_post_id: post.id, reason: 'Foto buram' }, reporting);
  await handle(item, 'dismiss', { as: reporting });
  expect(await told(reporters[0]!)).toHaveLength(1);
  expect((await told(reporting)).filter((text) => text.startsWith('report_outcome'))).toEqual([]);
});

test('two admins at once: one wins, the other is told who, what and when; a retry is answered as before (D75)', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { item, reporters } = await buildReported(2);
    const input = { p_report_id: item.id, version: item.version };
    const answers = await Promise.all([
      rawCall('handle_report', { ...input, p_action: 'dismiss' }, admin),
      rawCall('handle_report', { ...input, p_action: 'resolve_and_delete' }, second),
      rawCall('handle_report', { ...input, p_action: 'dismiss' }, admin),
    ]);
    const dismissed = answers[0].status === 200;
    expect(answers.map(({ status }) => status)).toEqual(dismissed ? [200, 409, 200] : [409, 200, 409]);
    const winner = dismissed ? admin : second;
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'already_decided',
      current: {
        action: dismissed ? 'dismiss' : 'remove',
        decided_by: winner.id,
        decided_by_name: winner.full_name,
        decided_at: expect.any(String),
      },
    });
    expect(await told(reporters[0]!)).toHaveLength(1);
  }
});

test('nobody decides their own case, and an unknown report is not found', async () => {
  const post = await buildPost(server, { user_id: admin.id, is_admin_post: true });
  await call('create_report', { reported_post_id: post.id, reason: 'Keliru' }, second);
  const item = await itemOf(post.id);
  expect(item.is_own).toBe(true);
  await expect(handle(item, 'dismiss')).rejects.toMatchObject({ status: 409, code: 'own_case' });
  await expect(handle({ id: crypto.randomUUID(), version: 0 }, 'dismiss')).rejects.toMatchObject({
    status: 404,
    code: 'report_not_found',
  });
});

test('a preview says what will happen before it does', async () => {
  const { item, post } = await buildReported(2);
  await buildComment(server, { post_id: post.id });
  const preview = (action: 'dismiss' | 'remove' | 'lift') =>
    call('preview_decision', { subject_type: 'report', subject_id: item.id, action }, admin);
  expect(await preview('remove')).toEqual({
    text: `Postingan Randang dihapus. ${item.reported_post_owner_name} diberi tahu. 2 pelapor diberi tahu.`,
    posts: 1,
    comments: 1,
    reports: 2,
    version: 0,
    latest: null,
  });
  expect(await preview('dismiss')).toMatchObject({ text: 'Tidak ada yang dihapus. 2 pelapor diberi tahu.' });
  await expect(preview('lift')).rejects.toMatchObject({ code: 'subject_not_found' });
  const { decision } = await handle(item, 'dismiss', { as: second });
  expect(await preview('remove')).toMatchObject({ reports: 0, version: decision.version, latest: decision });
});
