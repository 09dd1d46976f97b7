import { expect, test } from 'vitest';
import { firstPaint, screenChunk } from './boot.ts';
import type { BootData } from './boot.ts';

const signedIn = { get_session: {} } as BootData;
const id = '0190aaaa-0000-7000-8000-0000deadbeef';

test.each([
  ['/', 'feed', null],
  ['/foods', 'bars', 'tabs'],
  [`/post/${id}`, 'bars', 'posts'],
  ['/my-warung/poster', 'bars', 'cook'],
  [`/chat/${id}`, 'mark', 'talk'],
  ['/admin', 'mark', 'desk'],
  [`/admin/warungs/${id}/add-menu`, 'mark', 'cook'],
  ['/login', 'mark', 'login'],
  ['/privasi', 'mark', 'account'],
  ['/tidak-ada', 'mark', 'dead-ends'],
])('a page for %s shows the %s at once and names the chunk %s', (path, shown, chunk) => {
  expect(firstPaint(signedIn, path)).toBe(shown);
  expect(screenChunk(signedIn, path)).toBe(chunk);
});

test('to somebody who is not signed in it shows the mark, and the form to sign in where they may see nothing', () => {
  const data: BootData = { get_session: null };
  const chunks = ['/', '/login', `/post/${id}`, '/admin', '/privasi', '/unauthorized'].map((path) => {
    expect(firstPaint(data, path)).toBe('mark');
    return screenChunk(data, path);
  });
  expect(chunks).toEqual(['login', 'login', 'login', 'login', 'account', 'dead-ends']);
});
