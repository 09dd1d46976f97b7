import type { FeedPost } from '@lapau/contract/posts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { postPage } from '../../lib/query/post-cache.ts';
import type { PostList } from '../../lib/query/post-cache.ts';
import { isNewer, mergeFirstPage, postsOf } from './api.ts';

const pageSize = 3;

/** A post made in minute `minute`, with the fields that the list reads; greater ids are newer within a minute. */
const post = (minute: number, id = 'a', foodName = `Gulai ${minute}`) =>
  ({
    id: `${minute}-${id}`,
    foodName,
    createdAt: `2026-11-21T05:${String(minute).padStart(2, '0')}:00+00:00`,
  }) as FeedPost;

/** The list after `pages` pages of these posts have been loaded, newest first. */
function load(posts: FeedPost[], pages: number): PostList {
  const chunks = Array.from({ length: pages }, (_, index) => posts.slice(index * pageSize, (index + 1) * pageSize));
  return {
    pages: chunks.map((chunk) => postPage(chunk, pageSize)),
    pageParams: chunks.map((_chunk, index) => (index === 0 ? null : postPage(chunks[index - 1] ?? [], pageSize).next)),
  };
}

const names = (list: PostList) => postsOf(list).map(({ foodName }) => foodName);
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => post(from - index));

describe('mergeFirstPage', () => {
  test('adds a new post and keeps the order of the others', () => {
    const merged = mergeFirstPage(load(range(20, 10), 2), postPage(range(21, 19), pageSize));
    expect(postsOf(merged)).toEqual(range(21, 15));
    expect(merged.pages.at(-1)?.next).toEqual({ created_at: post(15).createdAt, id: post(15).id });
  });

  test('moves a post that was posted again to the top (D69)', () => {
    const renewed = { ...post(12), createdAt: post(30).createdAt };
    const merged = mergeFirstPage(load(range(20, 10), 4), postPage([renewed, post(20), post(19)], pageSize));
    expect(postsOf(merged)).toEqual([renewed, ...range(20, 13), ...range(11, 10)]);
  });

  test('removes a deleted post and updates an edited one', () => {
    const newFirstPage = [post(20, 'a', 'Gulai Baung'), post(18), post(17)];
    expect(names(mergeFirstPage(load(range(20, 10), 2), postPage(newFirstPage, pageSize)))).toEqual([
      'Gulai Baung',
      'Gulai 18',
      'Gulai 17',
      'Gulai 16',
      'Gulai 15',
    ]);
  });

  test('drops the loaded pages when posts between them and the first page are missing', () => {
    const merged = mergeFirstPage(load(range(20, 10), 3), postPage(range(30, 28), pageSize));
    expect(merged).toEqual({ pages: [postPage(range(30, 28), pageSize)], pageParams: [null] });
  });

  test('drops the loaded pages when the first page is the whole list', () => {
    const merged = mergeFirstPage(load(range(20, 10), 3), postPage([post(20)], pageSize));
    expect(names(merged)).toEqual(['Gulai 20']);
    expect(merged.pages.at(-1)?.next).toBeNull();
  });

  test('fills an empty list', () => {
    expect(names(mergeFirstPage(load([], 1), postPage(range(3, 1), pageSize)))).toEqual([
      'Gulai 3',
      'Gulai 2',
      'Gulai 1',
    ]);
  });

  test('always results in the first posts of the feed, without a gap', () => {
    const minutes = fc.uniqueArray(fc.nat({ max: 59 }), { maxLength: 30 });
    fc.assert(
      fc.property(minutes, minutes, fc.integer({ min: 1, max: 5 }), (posted, deleted, pages) => {
        const all = posted.map((minute) => post(minute)).toSorted((one, other) => (isNewer(one, other) ? -1 : 1));
        const split = Math.floor(all.length / 3);
        const before = all.slice(split);
        // Posts are deleted only in the range of the first page: signals report the deletion of older posts one by one.
        const now = all.filter(
          (one, index) => index >= pageSize || !deleted.some((minute) => post(minute).id === one.id),
        );
        const firstPage = postPage(now.slice(0, pageSize), pageSize);
        const merged = mergeFirstPage(
          load(before, Math.min(pages, Math.ceil(before.length / pageSize) || 1)),
          firstPage,
        );
        const shown = postsOf(merged);
        expect(shown).toEqual(now.slice(0, shown.length));
        const end = merged.pages.at(-1)?.next;
        if (end) expect(end.id).toBe(shown.at(-1)?.id);
        else expect(shown).toHaveLength(now.length);
      }),
    );
  });
});

describe('isNewer (D14)', () => {
  test.each([
    ['2026-11-21T05:00:00.2+00:00', '2026-11-21T05:00:00.123456+00:00'],
    ['2026-11-21T05:00:00.1+00:00', '2026-11-21T05:00:00+00:00'],
    ['2026-11-21T05:00:01+00:00', '2026-11-21T05:00:00.999999+00:00'],
  ])('%s is newer than %s', (later, earlier) => {
    expect(isNewer({ createdAt: later, id: 'a' }, { createdAt: earlier, id: 'b' })).toBe(true);
    expect(isNewer({ createdAt: earlier, id: 'b' }, { createdAt: later, id: 'a' })).toBe(false);
  });

  test('compares ids within one moment', () => {
    expect(isNewer(post(5, 'b'), post(5, 'a'))).toBe(true);
    expect(isNewer(post(5, 'a'), post(5, 'a'))).toBe(false);
  });
});

describe('postsOf', () => {
  test('lists a post that is on two pages once', () => {
    const list = {
      pages: [postPage(range(5, 3), pageSize), postPage(range(3, 1), pageSize)],
      pageParams: [null, null],
    };
    expect(postsOf(list)).toEqual(range(5, 1));
  });
});
