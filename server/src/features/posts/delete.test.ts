import { reasonPresets } from '@lapau/contract/decisions';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import type { BuiltMember } from '../../testing/builders.ts';
import { settle } from '../../testing/decisions.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer({ logLevel: 'fatal' });
const { call, rawCall, db } = server;
const admin = await buildAdmin(server);

const removals = async (path: string) => {
  const jobs = sql<{
    data: { bucket: string; paths: string[] };
  }>`select data from jobs.job where name = 'remove_files'`;
  return (await jobs.execute(db)).rows.map(({ data }) => data).filter(({ paths }) => paths.includes(path));
};
const audits = (target: string) =>
  db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'target_user_id', 'details'])
    .where('target_id', '=', target)
    .execute();
const textsOf = async (person: BuiltMember) =>
  (await call('get_notifications', {}, person)).map(({ content }) => content);
const exists = async (id: string) =>
  (await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

test('deleting a post deletes its likes, saves and comments, and its photos by a job (D20)', async () => {
  const seller = await buildSeller(server);
  const reader = await buildMember(server);
  const post = await buildPost(server, { user_id: seller.id });
  await buildComment(server, { post_id: post.id, user_id: reader.id });
  await call('toggle_like', { post_id_to_toggle: post.id }, reader);
  await call('toggle_save_post', { post_id_to_toggle: post.id }, reader);
  expect(await call('delete_post', { post_id: post.id }, seller)).toEqual({ deleted: true, decision: null });
  expect(await removals(post.images[0]!)).toEqual([{ bucket: 'posts', paths: post.images }]);
  expect(await audits(post.id)).toEqual([]);
  for (const table of ['likes', 'saved_posts', 'post_comments', 'notifications'] as const) {
    expect(await db.selectFrom(table).select('post_id').where('post_id', '=', post.id).execute(), table).toEqual([]);
  }
  expect(await call('get_saved_posts', {}, reader)).toEqual([]);
  await expect(call('get_post_details', { p_post_id: post.id }, reader)).rejects.toMatchObject({
    code: 'post_not_found',
  });
});

test('deleting a post that was deleted before is no error (D28)', async () => {
  const seller = await buildSeller(server);
  const { id: post_id } = await buildPost(server, { user_id: seller.id });
  expect(await call('delete_post', { post_id }, seller)).toMatchObject({ deleted: true });
  for (const person of [seller, admin]) {
    expect(await call('delete_post', { post_id }, person)).toEqual({ deleted: false, decision: null });
  }
});

describe('an admin deletes anybody’s post (D54, D75)', () => {
  test('with a reason for its owner and an answer for who has reported it, audited', async () => {
    const seller = await buildSeller(server);
    const reporter = await buildMember(server);
    const post = await buildPost(server, { user_id: seller.id, food_name: 'Randang' });
    await call('create_report', { reported_post_id: post.id, reason: 'Foto lama' }, reporter);
    const before = await call('get_post_details', { p_post_id: post.id }, reporter);
    const about = { subject_type: 'post' as const, subject_id: post.id, action: 'remove' as const };
    expect(await call('preview_decision', about, admin)).toMatchObject({
      text: `Postingan Randang dihapus. ${seller.warung.name} diberi tahu. Pelapor diberi tahu.`,
      version: 0,
    });
    const input = { post_id: post.id, reason: 'Foto orang lain.', version: 0 };
    const { deleted, decision } = await call('delete_post', input, admin);
    expect({ deleted, decision }).toMatchObject({ deleted: true, decision: { action: 'remove', subject_id: post.id } });
    expect(await rawCall('get_post_details', { p_post_id: post.id }, reporter)).toMatchObject({ status: 404 });
    expect(await textsOf(seller)).toEqual(['Postingan Randang dihapus admin: Foto orang lain.']);
    expect(await textsOf(reporter)).toEqual([expect.stringContaining('diterima, dan isinya dihapus')]);
    expect(await audits(post.id)).toEqual([
      {
        actor_id: admin.id,
        action: 'delete_post',
        target_user_id: seller.id,
        details: { food_name: 'Randang', reports: 1, reason: 'Foto orang lain.' },
      },
    ]);
    // A retry gets the same answer, and another admin is told of the decision.
    expect(await call('delete_post', input, admin)).toEqual({ deleted, decision });
    expect(await rawCall('delete_post', input, await buildAdmin(server))).toMatchObject({
      status: 409,
      body: { code: 'already_decided', current: { id: decision?.id } },
    });

    await call('undo_decision', { decision_id: decision?.id ?? '' }, admin);
    expect(await call('get_post_details', { p_post_id: post.id }, reporter)).toEqual(before);
    expect([await textsOf(seller), await textsOf(reporter)]).toEqual([[], []]);
    expect(await call('get_pending_reports', {}, admin)).toMatchObject([{ subject_id: post.id, version: 0 }]);
    await settle(server, decision);
    expect(await exists(post.id)).toBe(true);
  });

  test('it is hidden at once and deleted with its photos when the decision stands', async () => {
    const post = await buildPost(server);
    const { decision } = await call('delete_post', { post_id: post.id }, admin);
    expect(await exists(post.id)).toBe(true);
    await settle(server, decision);
    expect(await exists(post.id)).toBe(false);
    expect(await removals(post.images[0]!)).toEqual([{ bucket: 'posts', paths: post.images }]);
    expect(decision).toMatchObject({ reason: reasonPresets.rules });
  });

  test('the own one goes at once, without a decision', async () => {
    const post = await buildPost(server, { user_id: admin.id, is_admin_post: true });
    expect(await call('delete_post', { post_id: post.id }, admin)).toEqual({ deleted: true, decision: null });
    expect(await exists(post.id)).toBe(false);
  });
});

test('nobody else does', async () => {
  const post = await buildPost(server);
  for (const stranger of [await buildMember(server), await buildSeller(server)]) {
    await expect(call('delete_post', { post_id: post.id }, stranger)).rejects.toMatchObject({
      status: 403,
      code: 'post_delete_forbidden',
    });
  }
  expect(await exists(post.id)).toBe(true);
});

test('pages that show it receive a signal, with the id in lower case', async () => {
  const post = await buildPost(server);
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('feed', `post:${post.id}`, `warung:${post.user_id}`);
  await call('delete_post', { post_id: post.id.toUpperCase() }, admin);
  expect(await page.signals()).toEqual([
    ['feed', { type: 'feed_changed', post_id: post.id }],
    [`post:${post.id}`, { type: 'post_changed', post_id: post.id }],
    [`warung:${post.user_id}`, { type: 'warung_changed', warung_id: post.user_id }],
  ]);
});

test('a connection that is lost while the removal of the photos is recorded is told as not_ready, and later it succeeds', async () => {
  const owner = await buildSeller(server);
  const post = await buildPost(server, { user_id: owner.id });
  const answer = await whileLocked('jobs.job_common', () => server.rawCall('delete_post', { post_id: post.id }, owner));
  expect(answer).toMatchObject({ status: 503, body: { code: 'not_ready' } });
  expect(await exists(post.id)).toBe(true);
  expect(await call('delete_post', { post_id: post.id }, owner)).toMatchObject({ deleted: true });
});

/** Makes a call, ends its connection to the database while it waits for a table, and returns its answer. */
const whileLocked = <Answer>(table: string, make: () => Promise<Answer>): Promise<Answer> =>
  db.transaction().execute(async (locker) => {
    await sql`lock table ${sql.table(table)}`.execute(locker);
    let answered = false;
    const answer = make().finally(() => (answered = true));
    const endWaiting = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(() => endWaiting.execute(locker).then(() => answered)).toBe(true);
    return answer;
  });

test('when the removal of the photos cannot be recorded nothing is deleted (D20)', async () => {
  const owner = await buildSeller(server);
  const post = await buildPost(server, { user_id: owner.id });
  await sql`alter table jobs.job_common rename to job_away`.execute(db);
  try {
    for (const person of [admin, owner]) {
      await expect(call('delete_post', { post_id: post.id }, person)).rejects.toMatchObject({
        status: 500,
        code: 'image_delete_failed',
      });
    }
  } finally {
    await sql`alter table jobs.job_away rename to job_common`.execute(db);
  }
  expect(await exists(post.id)).toBe(true);
  expect(await audits(post.id)).toEqual([]);
  expect(await call('delete_post', { post_id: post.id }, admin)).toMatchObject({ deleted: true });
});
