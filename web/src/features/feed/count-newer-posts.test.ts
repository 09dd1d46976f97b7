import { describe, expect, test } from 'vitest';
import { countNewerPosts } from './components/use-buffered-posts.ts';

describe('countNewerPosts', () => {
  const post = (minute: number) => ({ id: String(minute), createdAt: `2026-11-21T05:${minute}:00+00:00` });
  const posts = [post(30), post(29), post(28)];

  test.each([
    ['no post shown yet', undefined, 0],
    ['the newest post shown', post(30), 0],
    ['two newer posts', post(28), 2],
    ['one newer post, the newest shown one being deleted', { ...post(29), id: '29-deleted' }, 1],
    ['all posts newer', post(10), 3],
  ])('%s', (_case, newest, count) => {
    expect(countNewerPosts(posts, newest)).toBe(count);
  });
});
