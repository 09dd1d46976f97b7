import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fileWorkers } from '../../platform/workers/file-jobs.ts';
import { startWorkers } from '../../platform/workers/worker.ts';
import {
  buildAdmin,
  buildApplication,
  buildComment,
  buildMember,
  buildPost,
  buildSeller,
} from '../../testing/builders.ts';
import { callInputs } from '../../testing/call-inputs.ts';
import type { Credential } from '../../testing/client.ts';
import { expectExactCounts } from '../../testing/counts.ts';
import { settle } from '../../testing/decisions.ts';
import { inParallel } from '../../testing/parallel.ts';
import { plainPicture, uploadTo } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer({ logLevel: 'fatal' });
const { call, db } = server;
await startWorkers(server.platform, fileWorkers);
const admin = await buildAdmin(server);
const png = await plainPicture().png().toBuffer();

const decide = (id: string, as: Credential = admin) => call('delete_warung_by_admin', { warung_id: id }, as);
/** Deletes a stall, and settles the decision at once, as if it could not be undone any more. */
async function deleteWarung(id: string) {
  const answer = await decide(id);
  await settle(server, answer.decision);
  return answer;
}
const upload = async (to: string, as: Credential) => (await uploadTo(server, to, png, as)).body.path;
/** Finds those of the files that are still stored. */
const stored = async (paths: string[]) =>
  (await db.selectFrom('files').select('path').where('path', 'in', paths).execute()).map(({ path }) => path).toSorted();
/** A removal that failed would be tried again after half a minute. */
const untilStored = async (uploaded: string[], left: string[]) => {
  await expect.poll(() => stored(uploaded), { timeout: 25_000 }).toEqual(left.toSorted());
};
const idsOf = async (table: 'posts' | 'seller_applications', userId: string) =>
  (await db.selectFrom(table).select('id').where('user_id', '=', userId).execute()).map(({ id }) => id);
const audits = (id: string) =>
  db.selectFrom('audit_log').select(['actor_id', 'action', 'details']).where('target_id', '=', id).execute();

/** Somebody whose application with uploaded photos was approved. */
async function buildApproved(given: Parameters<typeof buildMember>[1] = {}) {
  const seller = await buildMember(server, given);
  const avatar = await upload(`avatars/${seller.id}/warung_avatar`, seller);
  const sample = await upload(`posts/${seller.id}`, seller);
  const { id } = await buildApplication(server, { user_id: seller.id, sample_menu_image_url: sample });
  await call('approve_seller_application', { application_id: id }, admin);
  return { seller, avatar, sample };
}

test('deleting a stall deletes its menu, what hangs on it and its files, and its seller may apply again (D30)', async () => {
  const { seller, avatar, sample } = await buildApproved();
  const reader = await buildMember(server);
  const profilePhoto = await upload(`avatars/${seller.id}/profile_avatar`, seller);
  await call('update_avatar', { path: profilePhoto }, seller);
  const [shown, reported] = [await upload(`posts/${seller.id}`, seller), await upload(`posts/${seller.id}`, seller)];
  const dish = { price: '10.000', food_name: 'Gulai Paku' };
  const { id } = await call('create_post', { ...dish, images: [shown] }, seller);
  const second = await call('create_post', { ...dish, images: [reported] }, seller);
  await call('create_report', { reported_post_id: second.id, reason: 'Foto lama' }, reader);
  await call('toggle_like', { post_id_to_toggle: id }, reader);
  await call('toggle_save_post', { post_id_to_toggle: id }, reader);
  await call('add_comment', { id: randomUUID(), post_id_to_comment_on: id, comment_content: 'Lamak!' }, reader);
  await call('add_comment', { id: randomUUID(), post_id_to_comment_on: id, comment_content: 'Tarimo kasih' }, seller);
  const theirs = await buildPost(server);
  await buildComment(server, { post_id: theirs.id, user_id: seller.id });
  const talk = { user1_id: seller.id, user2_id: reader.id };
  await db.insertInto('conversations').values(talk).execute();

  expect(await deleteWarung(seller.id)).toMatchObject({ deleted: true });

  expect(await call('get_session', {}, seller)).toMatchObject({ profile: { role: 'pembeli' }, warung: null });
  expect(await call('get_my_application', {}, seller)).toBeNull();
  await expect(call('get_warung', { warung_id: seller.id }, reader)).rejects.toMatchObject({
    code: 'warung_not_found',
  });
  expect(await idsOf('posts', seller.id)).toEqual([]);
  expect(await call('get_saved_posts', {}, reader)).toEqual([]);
  for (const table of ['likes', 'saved_posts', 'post_comments', 'notifications'] as const) {
    expect(await db.selectFrom(table).select('post_id').where('post_id', '=', id).execute(), table).toEqual([]);
  }
  expect(await call('get_notifications', {}, reader)).toEqual([]);
  expect(await call('get_notifications', {}, seller)).toMatchObject([{ type: 'content_removed' }]);
  expect((await call('get_comments_for_post', { p_post_id: theirs.id }, reader)).map(({ user_id }) => user_id)).toEqual(
    [seller.id],
  );
  expect(await db.selectFrom('conversations').selectAll().where('user1_id', '=', seller.id).execute()).toHaveLength(1);
  expect(
    await db.selectFrom('reports').select('reported_post_id').where('reported_user_id', '=', seller.id).execute(),
  ).toEqual([{ reported_post_id: null }]);
  const uploaded = [avatar, sample, shown, profilePhoto, reported];
  await untilStored(uploaded, [profilePhoto, reported]);
  await expectExactCounts(db);
  const again = await callInputs.submit_application(server, seller);
  expect(await call('submit_application', again, seller)).toEqual({ id: again.id });
});

test('the seller’s and everybody’s open pages are told, and the audit log records it (D36, D43)', async () => {
  const { seller } = await buildApproved();
  const own = await openPage(server.url, { cookie: seller.cookie });
  const neighbour = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await neighbour.join('feed', `warung:${seller.id}`);
  await decide(seller.id);
  const signals = (await own.nextSignals(4)).map(([topic, signal]) => `${topic} ${signal.type}`);
  // One signal withdraws the notification of the approval with the role (D131), and one tells of the deletion.
  const told = ['notifications_changed', 'notifications_changed'];
  expect(signals.toSorted()).toEqual(
    ['applications_changed', ...told, 'profile_changed'].map((type) => `user:${seller.id} ${type}`),
  );
  expect(await neighbour.signals()).toEqual([
    ['feed', { type: 'feed_changed' }],
    [`warung:${seller.id}`, { type: 'warung_changed', warung_id: seller.id }],
  ]);
  expect(await audits(seller.id)).toEqual([
    {
      actor_id: admin.id,
      action: 'delete_warung_by_admin',
      details: { name: 'Dapua Uni Neti', reason: 'Tidak sesuai dengan aturan komunitas.' },
    },
  ]);
});

test('deleted once, however often and by however many at once; what is none is no error', async () => {
  const { id } = await buildSeller(server);
  const answers = await inParallel(6, () => decide(id));
  expect(new Set(answers.map(({ deleted, decision }) => `${deleted} ${decision?.id}`)).size).toBe(1);
  expect(await audits(id)).toHaveLength(1);
  for (const other of [(await buildMember(server)).id, randomUUID()]) {
    expect(await deleteWarung(other)).toMatchObject({ deleted: false });
  }
});

test('an admin who has a stall stays an admin and keeps the admin posts (D12)', async () => {
  const other = await buildSeller(server, { profile: { role: 'admin' } });
  const dish = await buildPost(server, { user_id: other.id });
  const notice = await buildPost(server, { user_id: other.id, is_admin_post: true });
  await expect(decide(other.id, other)).rejects.toMatchObject({ status: 409, code: 'own_account' });
  await deleteWarung(other.id);
  expect(await call('get_session', {}, other)).toMatchObject({ profile: { role: 'admin' }, warung: null });
  expect(await idsOf('posts', other.id)).toEqual([notice.id]);
  expect(dish.id).not.toBe(notice.id);
});

test('an application of a seller who lost the role and waits for a decision stays with its photos (D31)', async () => {
  const { seller, avatar, sample: first } = await buildApproved();
  await db.updateTable('profiles').set({ role: 'pembeli' }).where('id', '=', seller.id).execute();
  const sample = await upload(`posts/${seller.id}`, seller);
  const waiting = await buildApplication(server, { user_id: seller.id, sample_menu_image_url: sample });
  await deleteWarung(seller.id);
  expect(await idsOf('seller_applications', seller.id)).toEqual([waiting.id]);
  await untilStored([avatar, sample, first], [avatar, sample]);
  expect(await call('approve_seller_application', { application_id: waiting.id }, admin)).toMatchObject({
    status: 'approved',
  });
});

test('a seller whose stall was suspended may sign in again, and what they wrote shows again', async () => {
  const seller = await buildSeller(server);
  const post = await buildPost(server);
  await buildComment(server, { post_id: post.id, user_id: seller.id });
  await call('toggle_warung_suspension', { warung_id: seller.id, suspended: true }, admin);
  await deleteWarung(seller.id);
  expect(await call('get_comments_for_post', { p_post_id: post.id }, admin)).toHaveLength(1);
  expect(await call('get_post_details', { p_post_id: post.id }, admin)).toMatchObject({ comments: 1 });
});

test('what the seller does meanwhile is refused or undone, never left behind', async () => {
  const { seller } = await buildApproved();
  const input = await callInputs.create_post(server, seller);
  const [posted] = await Promise.all([server.rawCall('create_post', input, seller), deleteWarung(seller.id)]);
  expect([200, 403]).toContain(posted.status);
  expect(await idsOf('posts', seller.id)).toEqual([]);
  expect((await server.rawCall('create_post', input, seller)).status).toBeGreaterThanOrEqual(400);
  expect((await server.rawCall('set_warung_open', { is_open: true }, seller)).status).toBe(403);
});

test('when the removal of the photos cannot be recorded nothing is deleted (D20)', async () => {
  const { user_id: id } = await buildPost(server);
  await sql`alter table jobs.job_common rename to job_away`.execute(db);
  try {
    await expect(decide(id)).rejects.toMatchObject({ status: 500, code: 'image_delete_failed' });
  } finally {
    await sql`alter table jobs.job_away rename to job_common`.execute(db);
  }
  expect(await idsOf('posts', id)).toHaveLength(1);
  expect(await audits(id)).toEqual([]);
  expect(await deleteWarung(id)).toMatchObject({ deleted: true });
});
