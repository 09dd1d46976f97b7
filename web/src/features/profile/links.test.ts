import type { Session } from '@lapau/contract/profile';
import { expect, test } from 'vitest';
import { profileLinks } from './components/links.ts';

const person = (role: string, warung: object | null = null) => ({ profile: { role }, warung }) as unknown as Session;
const stall = { name: 'Lapau Mak Itam', avatar_url: null };
const forAll = ['/saved', '/profile/diblokir', '/about', '/privasi'];

test.each([
  ['pembeli', null, []],
  // A stall that its owner may not run any more is hidden.
  ['pembeli', stall, []],
  ['penjual', stall, ['/my-warung']],
  ['admin', null, ['/admin']],
  ['admin', stall, ['/my-warung', '/admin']],
] as const)('the profile of a %s with stall %o leads to %o', (role, warung, paths) => {
  const found = profileLinks(person(role, warung)).map(({ path }) => path);
  expect(found).toEqual([...paths, ...forAll]);
});
