import type { Session } from '@lapau/contract/profile';
import { expect, test } from 'vitest';
import { profileLinks } from './components/links.ts';

const person = (role: string, warung: object | null = null) => ({ profile: { role }, warung }) as unknown as Session;
const stall = { name: 'Lapau Mak Itam', avatar_url: null };
const pathsFor = (role: string, warung: object | null) => profileLinks(person(role, warung)).map(({ path }) => path);
const forAll = pathsFor('pembeli', null);

test.each([
  ['pembeli', null, []],
  // A stall whose owner may not run it any more is hidden.
  ['pembeli', stall, []],
  ['penjual', stall, ['/my-warung']],
  ['admin', null, ['/admin']],
  ['admin', stall, ['/my-warung', '/admin']],
] as const)('the profile of a %s with stall %o leads to %o', (role, warung, paths) => {
  expect(forAll).toContain('/saved');
  expect(pathsFor(role, warung)).toEqual([...paths, ...forAll]);
});
