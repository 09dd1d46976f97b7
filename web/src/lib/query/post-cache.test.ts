import type { FeedPost } from '@lapau/contract/posts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { isOverAMinuteOld, postPage, postsKey, updatePostEverywhere } from './post-cache.ts';
import type { PostList } from './post-cache.ts';

const post = (id: string) =>
  ({ id, foodName: `Gulai ${id}`, likes: 1, createdAt: '2026-11-21T05:00:00+00:00' }) as FeedPost;
const listOf = (...pages: string[][]): PostList => ({
  pages: pages.map((ids) => postPage(ids.map(post))),
  pageParams: pages.map(() => null),
});
const liked = (changed: FeedPost): FeedPost => ({ ...changed, likes: changed.likes + 1 });

function cached() {
  const client = new QueryClient();
  client.setQueryData([...postsKey, 'feed', {}], listOf(['a', 'b'], ['c']), { updatedAt: 1000 });
  client.setQueryData([...postsKey, 'foods', {}], listOf(['b']));
  client.setQueryData([...postsKey, 'post', 'b'], post('b'));
  client.setQueryData([...postsKey, 'post', 'a'], post('a'));
  client.setQueryData(['session'], { id: 'b', likes: 1 });
  return client;
}
const likesIn = (client: QueryClient, ...key: unknown[]) => {
  const data = client.getQueryData<PostList | FeedPost>([...postsKey, ...key]);
  return data && ('pages' in data ? data.pages.map(({ posts }) => posts.map(({ likes }) => likes)) : data.likes);
};

test('a change is applied in every list and on the post’s own screen, and nowhere else', () => {
  const client = cached();
  updatePostEverywhere(client, 'b', liked);
  expect(likesIn(client, 'feed', {})).toEqual([[1, 2], [1]]);
  expect(likesIn(client, 'foods', {})).toEqual([[2]]);
  expect(likesIn(client, 'post', 'b')).toBe(2);
  expect(likesIn(client, 'post', 'a')).toBe(1);
  expect(client.getQueryData(['session'])).toEqual({ id: 'b', likes: 1 });
});

test('unchanged posts stay the same objects, and a changed list has its old time of fetching', () => {
  const client = cached();
  const before = client.getQueryData<PostList>([...postsKey, 'feed', {}]);
  updatePostEverywhere(client, 'c', liked);
  const after = client.getQueryData<PostList>([...postsKey, 'feed', {}]);
  expect(after?.pages[0]?.posts[0]).toBe(before?.pages[0]?.posts[0]);
  expect(after?.pages[1]?.posts[0]).not.toBe(before?.pages[1]?.posts[0]);
  expect(client.getQueryState([...postsKey, 'feed', {}])?.dataUpdatedAt).toBe(1000);
});

test('a removed post is removed from the lists, whose cursors do not change', () => {
  const client = cached();
  updatePostEverywhere(client, 'b', () => null);
  expect(likesIn(client, 'feed', {})).toEqual([[1], [1]]);
  expect(likesIn(client, 'foods', {})).toEqual([[]]);
  expect(likesIn(client, 'post', 'b')).toBe(1);
});

test('a page that is not full is the last', () => {
  expect(postPage([post('a')], 2).next).toBeNull();
  expect(postPage([post('a'), post('b')], 2).next).toEqual({ created_at: post('b').createdAt, id: 'b' });
  expect(postPage([], 2).next).toBeNull();
});

test.each([
  ['an hour ago', -3_600_000, 'always'],
  ['just now', 0, false],
  ['by a clock that was ahead', 3_600_000, 'always'],
] as const)('a list that was fetched %s', (_name, ms, expected) => {
  expect(isOverAMinuteOld({ state: { dataUpdatedAt: Date.now() + ms } })).toBe(expected);
});
