import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAdmin, buildComment, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer({ logLevel: 'fatal' });
const { call, db } = server;
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
const exists = async (id: string) =>
  (await db.selectFrom('posts').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

test('deleting a post deletes its likes, saves and comments, and its photos by a job (D20)', async () => {
  const seller = await buildSeller(server);
  const reader = await buildMember(server);
  const post = await buildPost(server, { user_id: seller.id });
  await buildComment(server, { post_id: post.id, user_id: reader.id });
  await call('toggle_like', { post_id_to_toggle: post.id }, reader);
  await call('toggle_save_post', { post_id_to_toggle: post.id }, reader);
  expect(await call('delete_post', { post_id: post.id }, seller)).toEqual({ deleted: true });
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
  const post = await buildPost(server);
  expect(await call('delete_post', { post_id: post.id }, admin)).toEqual({ deleted: true });
  expect(await call('delete_post', { post_id: post.id }, admin)).toEqual({ deleted: false });
});

test('an admin deletes anybody’s post, and the audit log records it (D43, D54)', async () => {
  const post = await buildPost(server);
  await call('delete_post', { post_id: post.id }, admin);
  expect(await audits(post.id)).toEqual([
    { actor_id: admin.id, action: 'delete_post', target_user_id: post.user_id, details: { food_name: post.food_name } },
  ]);
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

test('when the removal of the photos cannot be recorded nothing is deleted (D20)', async () => {
  const post = await buildPost(server);
  await sql`alter table jobs.job_common rename to job_away`.execute(db);
  try {
    await expect(call('delete_post', { post_id: post.id }, admin)).rejects.toMatchObject({
      status: 500,
      code: 'image_delete_failed',
    });
  } finally {
    await sql`alter table jobs.job_away rename to job_common`.execute(db);
  }
  expect(await exists(post.id)).toBe(true);
  expect(await audits(post.id)).toEqual([]);
  expect(await call('delete_post', { post_id: post.id }, admin)).toEqual({ deleted: true });
});
