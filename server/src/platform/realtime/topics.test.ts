import { expect, test } from 'vitest';
import { mayJoin } from './topics.ts';

const me = '0199a2b4-0000-7000-8000-000000000001';
const other = '0199a2b4-0000-7000-8000-000000000002';

// The columns are the topic, and whether a pembeli, a penjual and an admin may join it.
const table: [topic: string, pembeli: boolean, penjual: boolean, admin: boolean][] = [
  ['feed', true, true, true],
  ['settings', true, true, true],
  ['banners', true, true, true],
  ['admin', false, false, true],
  [`user:${me}`, true, true, true],
  [`user:${other}`, false, false, false],
  [`user:${me.toUpperCase()}`, false, false, false],
  [`post:${other}`, true, true, true],
  [`warung:${other}`, true, true, true],
  [`warung:${me}`, true, true, true],
  [`post:${other.toUpperCase()}`, false, false, false],
  [`post:${other} `, false, false, false],
  [`post:${other}\n`, false, false, false],
  ['post:*', false, false, false],
  ['post:', false, false, false],
  ['user:', false, false, false],
  [`chat:${other}`, false, false, false],
  ['', false, false, false],
  ['feed ', false, false, false],
  ['constructor', false, false, false],
];

test.each(table)('%s: pembeli %s, penjual %s, admin %s', (topic, ...allowed) => {
  const roles = ['pembeli', 'penjual', 'admin'] as const;
  expect(roles.map((role) => mayJoin({ id: me, role }, topic))).toEqual(allowed);
});
