import { expect, test, vi } from 'vitest';
import { buildAdmin, buildFile, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

const server = await startTestServer();
const second = await startTestServer({ databaseUrl: server.databaseUrl });
const seller = await buildSeller(server, { warung: { name: 'Lapau Mak Itam' } });
const reader = await buildMember(server);
const admin = await buildAdmin(server);
const post = await buildPost(server, { user_id: seller.id });
const other = await buildSeller(server);

const shown = async (from = server, id = post.id) =>
  (await from.call('get_feed', {}, reader)).find((one) => one.id === id);

const profileOf = ({ full_name, address, nagari, kecamatan, phone }: typeof seller) => ({
  full_name,
  address,
  nagari,
  kecamatan,
  phone,
});

// Each change with what the feed says of the post right after its answer.
const changes: [what: string, change: () => Promise<unknown>, after: object | undefined][] = [
  ['a like', () => server.call('toggle_like', { post_id_to_toggle: post.id, liked: true }, other), { likes: 1 }],
  [
    'one’s own like',
    () => server.call('toggle_like', { post_id_to_toggle: post.id }, reader),
    { likes: 2, isLikedByUser: true },
  ],
  [
    'one’s own unlike',
    () => server.call('toggle_like', { post_id_to_toggle: post.id }, reader),
    { likes: 1, isLikedByUser: false },
  ],
  [
    'one’s own save',
    () => server.call('toggle_save_post', { post_id_to_toggle: post.id }, reader),
    { isSavedByUser: true },
  ],
  [
    'a comment',
    () =>
      server.call(
        'add_comment',
        { id: crypto.randomUUID(), post_id_to_comment_on: post.id, comment_content: 'Lamak!' },
        other,
      ),
    { comments: 1 },
  ],
  [
    'the seller’s move to another nagari',
    () => server.call('update_profile', { ...profileOf(seller), nagari: 'Sialang' }, seller),
    { nagari: 'Sialang' },
  ],
  [
    'the seller’s new name',
    () => server.call('update_profile', { ...profileOf(seller), full_name: 'Mak Itam' }, seller),
    { sellerFullName: 'Mak Itam' },
  ],
  [
    'the suspension of the one who liked and commented',
    () => server.call('toggle_user_suspension', { user_id_to_toggle: other.id, suspended: true }, admin),
    { likes: 0, comments: 0 },
  ],
  ['the stall’s suspension', () => server.call('toggle_warung_suspension', { warung_id: seller.id }, admin), undefined],
];

test.each(changes)('%s shows in the feed as soon as it is answered', async (_what, change, after) => {
  await shown();
  await change();
  const now = await shown();
  if (after === undefined) expect(now).toBeUndefined();
  else expect(now).toMatchObject(after);
});

test('a new post is in its seller’s next feed, a deleted one is not', async () => {
  const image = await buildFile(server, { uploaded_by: other.id });
  const neighbour = await buildSeller(server);
  const photo = await buildFile(server, { uploaded_by: neighbour.id });
  expect(image.path).not.toBe(photo.path);
  await shown();
  const { id } = await server.call(
    'create_post',
    { id: crypto.randomUUID(), food_name: 'Es Tebak', price: '10.000', images: [photo.path] },
    neighbour,
  );
  expect(await shown(server, id)).toMatchObject({ foodName: 'Es Tebak' });
  await server.call('delete_post', { post_id: id }, neighbour);
  expect(await shown(server, id)).toBeUndefined();
});

test('another process shows a change as soon as its signal has come', async () => {
  const liked = await buildPost(server);
  await vi.waitFor(async () => expect(await shown(second, liked.id)).toMatchObject({ likes: 0 }));
  await server.call('toggle_like', { post_id_to_toggle: liked.id, liked: true }, reader);
  await vi.waitFor(async () => expect(await shown(second, liked.id)).toMatchObject({ likes: 1, isLikedByUser: true }));
  await second.call('delete_post', { post_id: liked.id }, admin);
  await vi.waitFor(async () => expect(await shown(server, liked.id)).toBeUndefined());
});

test('an answer that was being loaded while something changed is not kept', async () => {
  const busy = await buildPost(server);
  const likers = await Promise.all(Array.from({ length: 12 }, () => buildMember(server)));
  for (const liker of likers) {
    const reads = [shown(server, busy.id), shown(server, busy.id)];
    await server.call('toggle_like', { post_id_to_toggle: busy.id, liked: true }, liker);
    await Promise.all(reads);
    const { likes_count } = await server.db
      .selectFrom('posts')
      .select('likes_count')
      .where('id', '=', busy.id)
      .executeTakeFirstOrThrow();
    expect(await shown(server, busy.id)).toMatchObject({ likes: likes_count });
  }
});
