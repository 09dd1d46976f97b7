import type { CallInput } from '@lapau/contract/calls';
import { expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server);
const idsOf = (posts: { id: string }[]) => posts.map(({ id }) => id);

test('a saved post is on the list, last saved first, and leaves it', async () => {
  const reader = await buildMember(server);
  const [first, second] = [await buildPost(server), await buildPost(server)];
  expect(await call('toggle_save_post', { post_id_to_toggle: second.id }, reader)).toEqual({
    is_saved: true,
    has_alert: false,
  });
  await call('toggle_save_post', { post_id_to_toggle: first.id }, reader);
  const saved = await call('get_saved_posts', {}, reader);
  expect(idsOf(saved)).toEqual([first.id, second.id]);
  expect(saved[0]).toMatchObject({ isSavedByUser: true, foodName: first.food_name, savedAt: expect.any(String) });
  expect(await call('toggle_save_post', { post_id_to_toggle: first.id }, reader)).toMatchObject({ is_saved: false });
  expect(idsOf(await call('get_saved_posts', {}, reader))).toEqual([second.id]);
  expect(await call('get_saved_posts', {}, await buildMember(server))).toEqual([]);
});

test('the list pages by when a post was saved (D14)', async () => {
  const reader = await buildMember(server);
  for (let count = 0; count < 7; count += 1) {
    const created_at = `2026-03-01T10:00:0${Math.floor(count / 3)}Z`;
    const { id } = await buildPost(server, { images: [] });
    await db.insertInto('saved_posts').values({ user_id: reader.id, post_id: id, created_at }).execute();
  }
  const whole = await call('get_saved_posts', {}, reader);
  const walked: string[] = [];
  for (let before: CallInput<'get_saved_posts'>['before']; walked.length < 7;) {
    const page = await call('get_saved_posts', { before, limit: 2 }, reader);
    walked.push(...idsOf(page));
    const { savedAt, id } = page.at(-1)!;
    before = { created_at: savedAt, id };
  }
  expect(walked).toEqual(idsOf(whole));
  expect(new Set(walked).size).toBe(7);
});

test('taps at once without a wanted state each toggle a save; with it they leave it unchanged (D28)', async () => {
  const reader = await buildMember(server);
  const { id } = await buildPost(server);
  const rows = async () =>
    (await db.selectFrom('saved_posts').select('post_id').where('user_id', '=', reader.id).execute()).length;
  const turns = await inParallel(51, () => call('toggle_save_post', { post_id_to_toggle: id }, reader));
  expect(turns.filter(({ is_saved }) => is_saved)).toHaveLength(26);
  expect(await rows()).toBe(1);
  await inParallel(50, () => call('toggle_save_post', { post_id_to_toggle: id, saved: true }, reader));
  expect(await rows()).toBe(1);
  await inParallel(20, () => call('toggle_save_post', { post_id_to_toggle: id, saved: false }, reader));
  expect(await rows()).toBe(0);
});

test('a hidden post is off the list while it is hidden, and can be taken off for good', async () => {
  const reader = await buildMember(server);
  const seller = await buildSeller(server);
  const { id } = await buildPost(server, { user_id: seller.id });
  await call('toggle_save_post', { post_id_to_toggle: id, saved: true }, reader);
  await call('toggle_warung_suspension', { warung_id: seller.id, suspended: true }, admin);
  expect(await call('get_saved_posts', {}, reader)).toEqual([]);
  await expect(call('toggle_save_post', { post_id_to_toggle: id, saved: true }, reader)).rejects.toMatchObject({
    code: 'post_not_found',
  });
  expect(await call('toggle_save_post', { post_id_to_toggle: id, saved: false }, reader)).toMatchObject({
    is_saved: false,
  });
  await call('toggle_warung_suspension', { warung_id: seller.id, suspended: false }, admin);
  expect(await call('get_saved_posts', {}, reader)).toEqual([]);
});

test('the person’s other pages receive a signal, and nobody else’s', async () => {
  const reader = await buildMember(server);
  const { id } = await buildPost(server);
  const [own, neighbours] = [
    await openPage(server.url, { cookie: reader.cookie }),
    await openPage(server.url, { cookie: (await buildMember(server)).cookie }),
  ];
  await neighbours.join('feed', `post:${id}`);
  for (const saved of [true, true, false]) await call('toggle_save_post', { post_id_to_toggle: id, saved }, reader);
  expect(await own.signals()).toEqual(
    [true, false].map((is_saved) => [`user:${reader.id}`, { type: 'save_changed', post_id: id, is_saved }]),
  );
  expect(await neighbours.signals()).toEqual([]);
});
