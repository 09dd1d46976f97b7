import { describe, expect, test } from 'vitest';
import { redirectFor } from './access.ts';
import { loginPath, returnPath } from './return-path.ts';

const place = { pathname: '/post/7', search: '?k=1', hash: '' };
const back = '/login?next=%2Fpost%2F7%3Fk%3D1';
const stranger = { role: null, departure: undefined };
const left = { role: null, departure: 'left' } as const;
const lost = { role: null, departure: 'lost' } as const;
const buyer = { role: 'pembeli', departure: undefined } as const;
const seller = { role: 'penjual', departure: undefined } as const;
const admin = { role: 'admin', departure: undefined } as const;

describe('who is sent where', () => {
  test.each([
    ['public', stranger, undefined],
    ['public', buyer, undefined],
    ['public', admin, undefined],
    ['guest', stranger, undefined],
    ['guest', left, undefined],
    ['guest', buyer, '/'],
    ['guest', seller, '/'],
    ['guest', admin, '/'],
    ['member', stranger, back],
    ['member', lost, back],
    ['member', left, '/login'],
    ['member', buyer, undefined],
    ['member', seller, undefined],
    ['member', admin, undefined],
    ['admin', stranger, '/unauthorized'],
    ['admin', lost, back],
    ['admin', left, '/login'],
    ['admin', buyer, '/unauthorized'],
    ['admin', seller, '/unauthorized'],
    ['admin', admin, undefined],
  ] as const)('%s route, %o → %s', (access, visitor, target) => {
    expect(redirectFor(access, visitor, place)).toBe(target);
  });

  test('who signs in goes on to where they wanted to go', () => {
    expect(redirectFor('guest', buyer, { pathname: '/login', search: '?next=%2Fpost%2F7', hash: '' })).toBe('/post/7');
  });

  test('a mailed link works for a person who is signed in (D5)', () => {
    for (const hash of ['#reset=token', '#verify=token'])
      expect(redirectFor('guest', buyer, { pathname: '/login', search: '', hash })).toBeUndefined();
  });

  test('the feed needs no way back', () => {
    expect(redirectFor('member', stranger, { pathname: '/', search: '', hash: '' })).toBe('/login');
  });
});

describe('the way back stays inside the app (D6)', () => {
  test.each([
    ['/post/7?k=1#komentar', '/post/7?k=1#komentar'],
    ['/', '/'],
    ['', '/'],
    ['post/7', '/'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['///evil.test', '/'],
    ['\\/evil.test', '/'],
    ['https://evil.test', '/'],
    ['javascript:alert(1)', '/'],
    ['/\t/evil.test', '/'],
    ['/\n/evil.test', '/'],
    ['\t//evil.test', '/'],
    [' //evil.test', '/'],
  ])('%j → %j', (next, path) => {
    expect(returnPath(`?${new URLSearchParams({ next })}`)).toBe(path);
  });

  test('without a way back it is the feed', () => {
    expect(returnPath('')).toBe('/');
  });

  test('what is written is what is read', () => {
    expect(returnPath(new URL(loginPath(place), 'https://lapau.test').search)).toBe('/post/7?k=1');
  });
});
