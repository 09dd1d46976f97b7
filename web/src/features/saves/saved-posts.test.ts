import type { FeedPost } from '@lapau/contract/posts';
import { expect, test } from 'vitest';
import type { PostList } from '../../lib/query/post-cache.ts';
import { savedPosts } from './api.ts';

const post = (id: string) => ({ id }) as FeedPost;
const list: PostList = {
  pages: [
    { posts: [post('a'), post('b')], next: { created_at: '2026-11-21T05:00:00.000Z', id: 'b' } },
    { posts: [post('b'), post('c')], next: null },
  ],
  pageParams: [null, null],
};
const shown = (...changes: [id: string, on: boolean][]) =>
  savedPosts(list, new Map(changes.map(([id, on]) => [id, { id, on, post: post(id), place: 'list' as const }])))?.map(
    ({ id }) => id,
  );

test('a post on two pages is shown once', () => {
  expect(shown()).toEqual(['a', 'b', 'c']);
  expect(savedPosts(undefined, new Map())).toBeUndefined();
});

test('a pending save is shown first, a pending removal is left out', () => {
  expect(shown(['new', true])).toEqual(['new', 'a', 'b', 'c']);
  expect(shown(['b', false])).toEqual(['a', 'c']);
  expect(shown(['new', true], ['newer', true], ['a', false])).toEqual(['newer', 'new', 'b', 'c']);
});

test('a pending change the list already has changes nothing', () => {
  expect(shown(['a', true], ['gone', false])).toEqual(['a', 'b', 'c']);
});
