import type { FeedPost } from '@lapau/contract/posts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { postPage } from '../../lib/post-cache.ts';
import type { PostList } from '../../lib/post-cache.ts';
import { isNewer, mergeHead, postsOf } from './api.ts';

const pageSize = 3;

/** A post made in minute `minute`; greater ids are newer within a minute. */
const post = (minute: number, id = 'a', foodName = `Gulai ${minute}`): FeedPost => ({
  id: `${minute}-${id}`,
  userId: 'u',
  foodName,
  price: '15000',
  description: '',
  images: [],
  placeholders: [],
  isOpen: true,
  isAdminPost: false,
  warungName: 'Lapau Mak Itam',
  warungIsOpen: true,
  sellerFullName: 'Mak Itam',
  sellerAvatarUrl: null,
  authorIsAdmin: false,
  nagari: 'Muaro Paiti',
  createdAt: `2026-11-21T05:${String(minute).padStart(2, '0')}:00+00:00`,
  likes: 0,
  comments: 0,
  phoneNumber: '',
  whatsappNumber: '',
  linkUrl: null,
  isLikedByUser: false,
  isSavedByUser: false,
});

/** What a reader has after loading `pages` pages of these posts, newest first. */
function load(posts: FeedPost[], pages: number): PostList {
  const parts = Array.from({ length: pages }, (_, index) => posts.slice(index * pageSize, (index + 1) * pageSize));
  return {
    pages: parts.map((part) => postPage(part, pageSize)),
    pageParams: parts.map((_part, index) => (index === 0 ? null : postPage(parts[index - 1] ?? [], pageSize).next)),
  };
}

const names = (list: PostList) => postsOf(list).map(({ foodName }) => foodName);
const range = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => post(from - index));

describe('mergeHead', () => {
  test('a new post comes in and nothing else moves', () => {
    const merged = mergeHead(load(range(20, 10), 2), postPage(range(21, 19), pageSize));
    expect(postsOf(merged)).toEqual(range(21, 15));
    expect(merged.pages.at(-1)?.next).toEqual({ created_at: post(15).createdAt, id: post(15).id });
  });

  test('a deleted post goes, an edited one is as it is now', () => {
    const head = [post(20, 'a', 'Gulai Baung'), post(18), post(17)];
    expect(names(mergeHead(load(range(20, 10), 2), postPage(head, pageSize)))).toEqual([
      'Gulai Baung',
      'Gulai 18',
      'Gulai 17',
      'Gulai 16',
      'Gulai 15',
    ]);
  });

  test('after a gap the list starts anew', () => {
    const merged = mergeHead(load(range(20, 10), 3), postPage(range(30, 28), pageSize));
    expect(merged).toEqual({ pages: [postPage(range(30, 28), pageSize)], pageParams: [null] });
  });

  test('a head that is all there is replaces the list', () => {
    const merged = mergeHead(load(range(20, 10), 3), postPage([post(20)], pageSize));
    expect(names(merged)).toEqual(['Gulai 20']);
    expect(merged.pages.at(-1)?.next).toBeNull();
  });

  test('an empty list takes the head', () => {
    expect(names(mergeHead(load([], 1), postPage(range(3, 1), pageSize)))).toEqual(['Gulai 3', 'Gulai 2', 'Gulai 1']);
  });

  test('whatever was posted and deleted meanwhile, the result is a true beginning of the feed', () => {
    const minutes = fc.uniqueArray(fc.nat({ max: 59 }), { maxLength: 30 });
    fc.assert(
      fc.property(minutes, minutes, fc.integer({ min: 1, max: 5 }), (made, gone, pages) => {
        const all = made.map((minute) => post(minute)).toSorted((one, other) => (isNewer(one, other) ? -1 : 1));
        const split = Math.floor(all.length / 3);
        const before = all.slice(split);
        // Deleted within the fresh page's range: what is deeper down is told by signals of its own.
        const now = all.filter((one, index) => index >= pageSize || !gone.some((minute) => post(minute).id === one.id));
        const head = postPage(now.slice(0, pageSize), pageSize);
        const merged = mergeHead(load(before, Math.min(pages, Math.ceil(before.length / pageSize) || 1)), head);
        const shown = postsOf(merged);
        expect(shown).toEqual(now.slice(0, shown.length));
        const end = merged.pages.at(-1)?.next;
        if (end) expect(end.id).toBe(shown.at(-1)?.id);
        else expect(shown).toHaveLength(now.length);
      }),
    );
  });
});

describe('the order of posts (D14)', () => {
  test.each([
    ['2026-11-21T05:00:00.2+00:00', '2026-11-21T05:00:00.123456+00:00'],
    ['2026-11-21T05:00:00.1+00:00', '2026-11-21T05:00:00+00:00'],
    ['2026-11-21T05:00:01+00:00', '2026-11-21T05:00:00.999999+00:00'],
  ])('%s is newer than %s', (later, earlier) => {
    expect(isNewer({ createdAt: later, id: 'a' }, { createdAt: earlier, id: 'b' })).toBe(true);
    expect(isNewer({ createdAt: earlier, id: 'b' }, { createdAt: later, id: 'a' })).toBe(false);
  });

  test('the id decides within one moment', () => {
    expect(isNewer(post(5, 'b'), post(5, 'a'))).toBe(true);
    expect(isNewer(post(5, 'a'), post(5, 'a'))).toBe(false);
  });

  test('a post that is on two pages is shown once', () => {
    const list = {
      pages: [postPage(range(5, 3), pageSize), postPage(range(3, 1), pageSize)],
      pageParams: [null, null],
    };
    expect(postsOf(list)).toEqual(range(5, 1));
  });
});
