import { loginLink } from '@lapau/contract/links';
import { loginPath, returnPath } from '@lapau/contract/return-path';
import { describe, expect, test } from 'vitest';
import { redirectFor } from './access.ts';

const place = { pathname: '/post/7', search: '?k=1', hash: '' };
const back = '/login?next=%2Fpost%2F7%3Fk%3D1';
const guest = { role: null, ending: undefined };
const left = { role: null, ending: 'left' } as const;
const lost = { role: null, ending: 'lost' } as const;
const buyer = { role: 'pembeli', ending: undefined } as const;
const seller = { role: 'penjual', ending: undefined } as const;
const admin = { role: 'admin', ending: undefined } as const;

describe('redirects by access class', () => {
  test.each([
    ['public', guest, undefined],
    ['public', buyer, undefined],
    ['public', admin, undefined],
    ['guest', guest, undefined],
    ['guest', left, undefined],
    ['guest', buyer, '/'],
    ['guest', seller, '/'],
    ['guest', admin, '/'],
    ['member', guest, back],
    ['member', lost, back],
    ['member', left, '/login'],
    ['member', buyer, undefined],
    ['member', seller, undefined],
    ['member', admin, undefined],
    ['admin', guest, '/unauthorized'],
    ['admin', lost, back],
    ['admin', left, '/login'],
    ['admin', buyer, '/unauthorized'],
    ['admin', seller, '/unauthorized'],
    ['admin', admin, undefined],
  ] as const)('%s route, %o → %s', (access, visitor, target) => {
    expect(redirectFor(access, visitor, place)).toBe(target);
  });

  test('signing in leads to the path in ?next=', () => {
    expect(redirectFor('guest', buyer, { pathname: '/login', search: '?next=%2Fpost%2F7', hash: '' })).toBe('/post/7');
  });

  test('a mailed link works for a person who is signed in (D5)', () => {
    for (const hash of [
      loginLink('', 'resetPassword', 'token').slice('/login'.length),
      loginLink('', 'verifyEmail', 'token').slice('/login'.length),
      '#reset=token',
      '#verify=token',
      '#VERIFY=token',
      '#reset%3Dtoken',
      '#utm_source=a&reset=3Dtoken',
      '#reset',
      '#verif…',
      '#verif%E2%80%A6',
      '#res',
      '#r',
    ])
      expect(redirectFor('guest', buyer, { pathname: '/login', search: '', hash })).toBeUndefined();
  });

  test('so does one whose fragment has come into the query, but not what ?next= has', () => {
    for (const search of [
      '?utm_source=mail%23reset=token',
      '?utm_source=mail%2523verify%253Dtoken',
      '?a=b&reset=token',
    ])
      expect(redirectFor('guest', buyer, { pathname: '/login', search, hash: '' })).toBeUndefined();
    for (const search of ['?next=%2Fpost%2F7%23reset%3Dtoken', '?utm_campaign=reset', '?a=b&next=%2F%3Fverify'])
      expect(redirectFor('guest', buyer, { pathname: '/login', search, hash: '' })).toBeDefined();
  });

  test('the printed link that has made the first admin leads to the desk', () => {
    const opened = { pathname: '/login', search: '', hash: '#admin=token' };
    expect(redirectFor('guest', admin, opened)).toBe('/admin');
    expect(redirectFor('guest', buyer, opened)).toBe('/');
    expect(redirectFor('guest', admin, { ...opened, hash: '#admin%3Dtoken' })).toBe('/admin');
    expect(redirectFor('guest', admin, { ...opened, hash: '#administrasi' })).toBe('/');
  });

  test('the feed is not written into ?next=', () => {
    expect(redirectFor('member', guest, { pathname: '/', search: '', hash: '' })).toBe('/login');
  });
});

describe('the return path stays inside the app (D6)', () => {
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

  test('without ?next= it is the feed', () => {
    expect(returnPath('')).toBe('/');
  });

  test('returnPath reads what loginPath writes', () => {
    expect(returnPath(new URL(loginPath(place), 'https://lapau.test').search)).toBe('/post/7?k=1');
  });
});
