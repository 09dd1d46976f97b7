import { expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller, buildSession } from '../../testing/builders.ts';
import { expectExactCounts } from '../../testing/counts.ts';
import { inParallel } from '../../testing/parallel.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;
const admin = await buildAdmin(server);
const people = await inParallel(50, () => buildMember(server));
const [reader] = people as [(typeof people)[number]];

const likers = async (post: { id: string }) =>
  (await db.selectFrom('likes').select('user_id').where('post_id', '=', post.id).execute()).map(
    ({ user_id }) => user_id,
  );

test('a like is added and removed, and the count follows', async () => {
  const { id } = await buildPost(server);
  expect(await call('toggle_like', { post_id_to_toggle: id }, reader)).toEqual({ is_liked: true, likes: 1 });
  expect(await call('get_post_details', { p_post_id: id }, reader)).toMatchObject({ likes: 1, isLikedByUser: true });
  expect(await call('toggle_like', { post_id_to_toggle: id }, reader)).toEqual({ is_liked: false, likes: 0 });
  expect(await call('get_post_details', { p_post_id: id }, reader)).toMatchObject({ likes: 0, isLikedByUser: false });
});

test('with the wanted state a retry changes nothing and notifies nobody; only one’s own pages get the state (D28, D60)', async () => {
  const { id } = await buildPost(server);
  const own = await openPage(server.url, { cookie: reader.cookie });
  const neighbours = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await neighbours.join('feed', `post:${id}`);
  for (const liked of [true, true, false, false, true]) {
    expect(await call('toggle_like', { post_id_to_toggle: id, liked }, reader)).toEqual({
      is_liked: liked,
      likes: Number(liked),
    });
  }
  await call('toggle_like', { post_id_to_toggle: id.toUpperCase(), liked: false }, reader);
  const signal = (is_liked: boolean) => [
    `user:${reader.id}`,
    { type: 'like_changed', post_id: id, is_liked, likes: Number(is_liked) },
  ];
  expect(await own.signals()).toEqual([true, false, true, false].map(signal));
  const changed = [`post:${id}`, { type: 'post_changed', post_id: id }];
  expect(await neighbours.signals()).toEqual([changed, changed, changed, changed]);
});

test('50 taps at once without a wanted state toggle a like 50 times (D28)', async () => {
  const post = await buildPost(server);
  const answers = await inParallel(50, () => call('toggle_like', { post_id_to_toggle: post.id }, reader));
  expect(answers.filter(({ is_liked }) => is_liked)).toHaveLength(25);
  expect(await likers(post)).toEqual([]);
  await expectExactCounts(db);
});

test('50 taps at once with the wanted state leave it (D28)', async () => {
  const post = await buildPost(server);
  const wanted = await inParallel(50, () => call('toggle_like', { post_id_to_toggle: post.id, liked: true }, reader));
  expect(wanted.every(({ is_liked }) => is_liked)).toBe(true);
  expect(await likers(post)).toEqual([reader.id]);
  await inParallel(50, (index) => call('toggle_like', { post_id_to_toggle: post.id, liked: index % 2 === 0 }, reader));
  await expectExactCounts(db);
});

test('50 people at once are 50 likes, and none again', async () => {
  const post = await buildPost(server);
  await inParallel(50, (index) => call('toggle_like', { post_id_to_toggle: post.id, liked: true }, people[index]));
  expect(await likers(post)).toHaveLength(50);
  expect((await call('get_post_details', { p_post_id: post.id }, reader)).likes).toBe(50);
  await inParallel(50, (index) => call('toggle_like', { post_id_to_toggle: post.id, liked: false }, people[index]));
  expect((await call('get_post_details', { p_post_id: post.id }, reader)).likes).toBe(0);
  await expectExactCounts(db);
});

test('likes while the post is deleted are counted or not found', async () => {
  for (let round = 0; round < 5; round += 1) {
    const post = await buildPost(server);
    const owner = await buildSession(server, post.user_id);
    const answers = await inParallel(20, (index) =>
      index === 7
        ? server.rawCall('delete_post', { post_id: post.id }, owner)
        : server.rawCall('toggle_like', { post_id_to_toggle: post.id, liked: true }, people[index]),
    );
    for (const { status } of answers) expect([200, 404]).toContain(status);
    expect(await likers(post)).toEqual([]);
  }
  await expectExactCounts(db);
});

test('likes while their people are suspended and let back in are counted as they show (D11)', async () => {
  const posts = await inParallel(4, () => buildPost(server));
  const wavering = await inParallel(6, (index) => (index % 2 ? buildSeller(server) : buildMember(server)));
  for (let round = 0; round < 3; round += 1) {
    await inParallel(42, async (index) => {
      const person = wavering[index % 6]!;
      const post_id_to_toggle = posts[index % 4]!.id;
      if (index % 7 !== 3) return void (await server.rawCall('toggle_like', { post_id_to_toggle }, person));
      if (!('warung' in person) || round === 1) {
        return void (await call('toggle_user_suspension', { user_id_to_toggle: person.id }, admin));
      }
      return void (await call('toggle_warung_suspension', { warung_id: person.id }, admin));
    });
    await expectExactCounts(db);
  }
});

test('a missing or hidden post cannot be liked', async () => {
  const seller = await buildSeller(server);
  const post = await buildPost(server, { user_id: seller.id });
  await call('toggle_warung_suspension', { warung_id: seller.id, suspended: true }, admin);
  for (const post_id_to_toggle of [post.id, crypto.randomUUID()]) {
    await expect(call('toggle_like', { post_id_to_toggle }, reader)).rejects.toMatchObject({ code: 'post_not_found' });
  }
});
