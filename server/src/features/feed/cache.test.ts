import { expect, test } from 'vitest';
import { buildAdmin, buildFile, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';

const server = await startTestServer();
const second = await startTestServer({ databaseUrl: server.databaseUrl });
const reader = await buildMember(server);
const other = await buildMember(server);
const admin = await buildAdmin(server);

/** A post as the reader's feed shows it; undefined when it is not on the page. */
const findInFeed = async (id: string, on: TestServer = server) =>
  (await on.call('get_feed', {}, reader)).find((post) => post.id === id);

/** A post of a new seller, with the ways to change it. */
async function buildDish() {
  const seller = await buildSeller(server, { profile: { full_name: 'Eli' } });
  const { id } = await buildPost(server, { user_id: seller.id });
  const { address, nagari, kecamatan, phone } = seller;
  return {
    id,
    like: (by = reader, liked = true) => server.call('toggle_like', { post_id_to_toggle: id, liked }, by),
    save: (saved: boolean) => server.call('toggle_save_post', { post_id_to_toggle: id, saved }, reader),
    comment: (by = other) =>
      server.call('add_comment', { id: crypto.randomUUID(), post_id_to_comment_on: id, comment_content: 'Lamak!' }, by),
    updateSeller: (change: { nagari?: string; full_name?: string }) =>
      server.call('update_profile', { full_name: 'Eli', address, nagari, kecamatan, phone, ...change }, seller),
    suspend: (person: { id: string }, suspended: boolean) =>
      server.call('toggle_user_suspension', { user_id_to_toggle: person.id, suspended }, admin),
    suspendWarung: (suspended: boolean) =>
      server.call('toggle_warung_suspension', { warung_id: seller.id, suspended }, admin),
  };
}

type Dish = Awaited<ReturnType<typeof buildDish>>;
type Change = {
  title: string;
  /** An action before the page is cached. */
  given?: (dish: Dish) => Promise<unknown>;
  before: object | undefined;
  change: (dish: Dish) => Promise<unknown>;
  after: object | undefined;
};

const suspended = await buildMember(server);
const changes: Change[] = [
  {
    title: 'another person’s like',
    before: { likes: 0, isLikedByUser: false },
    change: ({ like }) => like(other),
    after: { likes: 1, isLikedByUser: false },
  },
  {
    title: 'one’s own like',
    before: { likes: 0, isLikedByUser: false },
    change: ({ like }) => like(),
    after: { likes: 1, isLikedByUser: true },
  },
  {
    title: 'one’s own unlike',
    given: ({ like }) => like(),
    before: { likes: 1, isLikedByUser: true },
    change: ({ like }) => like(reader, false),
    after: { likes: 0, isLikedByUser: false },
  },
  {
    title: 'one’s own save',
    before: { isSavedByUser: false },
    change: ({ save }) => save(true),
    after: { isSavedByUser: true },
  },
  { title: 'a comment', before: { comments: 0 }, change: ({ comment }) => comment(), after: { comments: 1 } },
  {
    title: 'the seller’s move to another nagari',
    before: { nagari: 'Muaro Paiti' },
    change: ({ updateSeller }) => updateSeller({ nagari: 'Sialang' }),
    after: { nagari: 'Sialang' },
  },
  {
    title: 'the seller’s new name',
    before: { sellerFullName: 'Eli' },
    change: ({ updateSeller }) => updateSeller({ full_name: 'Mak Itam' }),
    after: { sellerFullName: 'Mak Itam' },
  },
  {
    title: 'the suspension of a person who liked and commented',
    given: async ({ like, comment }) => {
      await like(suspended);
      await comment(suspended);
    },
    before: { likes: 1, comments: 1 },
    change: ({ suspend }) => suspend(suspended, true),
    after: { likes: 0, comments: 0 },
  },
  {
    title: 'the stall’s suspension',
    before: { likes: 0 },
    change: ({ suspendWarung }) => suspendWarung(true),
    after: undefined,
  },
  {
    title: 'the end of the stall’s suspension',
    given: ({ suspendWarung }) => suspendWarung(true),
    before: undefined,
    change: ({ suspendWarung }) => suspendWarung(false),
    after: { likes: 0 },
  },
];

test.each(changes)('$title shows in the feed as soon as it is answered', async ({ given, before, change, after }) => {
  const dish = await buildDish();
  await given?.(dish);
  const expectInFeed = async (expected: object | undefined) => {
    const post = await findInFeed(dish.id);
    if (expected === undefined) expect(post).toBeUndefined();
    else expect(post).toMatchObject(expected);
  };
  await expectInFeed(before);
  await change(dish);
  await expectInFeed(after);
});

test('the shared part of a page comes from the cache until a signal', async () => {
  const { id } = await buildPost(server, { food_name: 'Gulai Baung' });
  expect(await findInFeed(id)).toMatchObject({ foodName: 'Gulai Baung' });
  await server.db.updateTable('posts').set({ food_name: 'Gulai Paku' }).where('id', '=', id).execute();
  expect(await findInFeed(id)).toMatchObject({ foodName: 'Gulai Baung' });
  await server.platform.transaction(async (tx) => tx.signal('feed', { type: 'feed_changed' }));
  expect(await findInFeed(id)).toMatchObject({ foodName: 'Gulai Paku' });
});

test('a new post is in the feed as soon as it is answered, and a deleted one is not', async () => {
  const seller = await buildSeller(server);
  const photo = await buildFile(server, { uploaded_by: seller.id });
  const id = crypto.randomUUID();
  expect(await findInFeed(id)).toBeUndefined();
  await server.call('create_post', { id, food_name: 'Es Tebak', price: '10.000', images: [photo.path] }, seller);
  expect(await findInFeed(id)).toMatchObject({ foodName: 'Es Tebak' });
  await server.call('delete_post', { post_id: id }, seller);
  expect(await findInFeed(id)).toBeUndefined();
});

test('another process shows a change as soon as its signal has come', async () => {
  const { id, like } = await buildDish();
  await expect.poll(() => findInFeed(id, second)).toMatchObject({ likes: 0 });
  await like();
  await expect.poll(() => findInFeed(id, second)).toMatchObject({ likes: 1, isLikedByUser: true });
  expect(await findInFeed(id)).toMatchObject({ likes: 1 });
  await second.call('delete_post', { post_id: id }, admin);
  await expect.poll(() => findInFeed(id)).toBeUndefined();
});
