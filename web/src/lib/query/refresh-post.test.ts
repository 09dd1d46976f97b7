import type { FeedPost } from '@lapau/contract/posts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postKey, postsKey } from './post-cache.ts';
import { refreshPost } from './refresh-post.ts';

const post = (likes: number) => ({ id: 'a', likes }) as FeedPost;

/** Answers the requests, in the order in which they were made. */
let answers: ((answer: FeedPost) => void)[];

beforeEach(() => {
  answers = [];
  const request = () => new Promise<Response>((resolve) => answers.push((answer) => resolve(Response.json(answer))));
  vi.stubGlobal('fetch', request);
});
afterEach(() => vi.unstubAllGlobals());

test('of two answers that overtake each other the later request counts', async () => {
  const client = new QueryClient();
  client.setQueryData(postKey('a'), post(0));
  const [earlier, later] = [refreshPost(client, 'a'), refreshPost(client, 'a')];
  answers[1]?.(post(2));
  await later;
  answers[0]?.(post(1));
  await earlier;
  expect(client.getQueryData(postKey('a'))).toEqual(post(2));
});

test('a list that is being refetched is requested again: its answer may be older', async () => {
  const client = new QueryClient();
  const queryKey = [...postsKey, 'list'];
  client.setQueryData(queryKey, post(0));
  const listAnswers: ((answer: FeedPost) => void)[] = [];
  const list = client.query({ queryKey, queryFn: () => new Promise<FeedPost>((resolve) => listAnswers.push(resolve)) });
  const refreshed = refreshPost(client, 'a');
  answers[0]?.(post(1));
  await refreshed;
  listAnswers[0]?.(post(0));
  await expect.poll(() => listAnswers).toHaveLength(2);
  listAnswers[1]?.(post(1));
  await list.catch(() => {});
  await expect.poll(() => client.getQueryData(queryKey)).toEqual(post(1));
});
