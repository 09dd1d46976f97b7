import { describe, expect, test } from 'vitest';
import { countNewer } from './components/use-held-back.ts';
import { whatToFetch } from './realtime.ts';

const loaded = new Set(['a', 'b', 'c', 'd', 'e']);
const changes = (...ids: string[]) => new Set(ids);

describe('what a change makes the feed fetch (D36)', () => {
  test('the first page for a post it does not have', () => {
    expect(whatToFetch(changes('new'), loaded)).toEqual({ posts: [], head: true });
  });
  test('only the post for one it has', () => {
    expect(whatToFetch(changes('c'), loaded)).toEqual({ posts: ['c'], head: false });
  });
  test('both for both', () => {
    expect(whatToFetch(changes('c', 'new', 'newer'), loaded)).toEqual({ posts: ['c'], head: true });
  });
  test('everything when many changed', () => {
    expect(whatToFetch(changes('a', 'b', 'c', 'd'), loaded)).toBe('all');
  });
});

describe('posts held back from a reader further down', () => {
  const post = (minute: number) => ({ id: String(minute), createdAt: `2026-11-21T05:${minute}:00+00:00` });
  const posts = [post(30), post(29), post(28)];

  test.each([
    ['none yet shown', undefined, 0],
    ['the newest shown', post(30), 0],
    ['two newer ones', post(28), 2],
    ['one newer, the last shown being deleted since', { ...post(29), id: '29-deleted' }, 1],
    ['all newer', post(10), 3],
  ])('%s', (_case, newest, waiting) => {
    expect(countNewer(posts, newest)).toBe(waiting);
  });
});
