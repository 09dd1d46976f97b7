import type { FeedPost } from '@lapau/contract/posts';
import { expect, test } from 'vitest';
import { likeOf } from './api.ts';

const post = (isLikedByUser: boolean, likes: number) => ({ isLikedByUser, likes }) as FeedPost;

test.each([
  ['nothing is wanted', post(false, 5), undefined, { isLiked: false, count: 5 }],
  ['a like is wanted', post(false, 5), true, { isLiked: true, count: 6 }],
  ['the server has answered already', post(true, 6), true, { isLiked: true, count: 6 }],
  ['it is taken back', post(true, 6), false, { isLiked: false, count: 5 }],
  ['somebody else liked it meanwhile', post(false, 9), true, { isLiked: true, count: 10 }],
])('a like when %s', (_case, shown, wanted, like) => {
  expect(likeOf(shown, wanted)).toEqual(like);
});
