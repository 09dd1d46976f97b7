import type { Session } from '@lapau/contract/profile';
import { expect, test } from 'vitest';
import { addPostPath } from './navigation.ts';

const member = (role: string, warung: object | null) => ({ profile: { role }, warung }) as unknown as Session;
const stall = { name: 'Lapau Mak Itam', avatar_url: null };

test.each([
  ['pembeli', null, undefined],
  // Demotion to pembeli keeps the stall's row (D9); a row alone does not permit selling.
  ['pembeli', stall, undefined],
  ['penjual', stall, '/my-warung/tambah-menu'],
  ['admin', null, '/admin/add-post'],
  ['admin', stall, '/my-warung/tambah-menu'],
] as const)("'Tambah' for a %s with stall %o leads to %s (D12, D42)", (role, warung, path) => {
  expect(addPostPath(member(role, warung))).toBe(path);
});
