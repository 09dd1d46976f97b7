import { expect, test } from 'vitest';
import { deletionRefusal, isAskedByAnother, isOwnRequest, recoveryRefusal, roleChange } from './policy.ts';

test.each([
  ['oneself', 'a', { id: 'a', role: 'admin' }, 'own_account'],
  ['a member', 'a', { id: 'm', role: 'penjual' }, undefined],
  ['another admin', 'a', { id: 'b', role: 'admin' }, 'admin_not_demoted'],
  ['a member, by somebody who is no longer an admin', 'x', { id: 'm', role: 'pembeli' }, 'forbidden'],
] as const)('deleting %s (D9)', (_what, actor, target, refusal) => {
  expect(deletionRefusal(actor, target, ['a', 'b'])).toBe(refusal);
});

test.each([
  ['a member', 'b', 'penjual', undefined, undefined],
  ['an admin', 'a', 'admin', undefined, 'admin_recovery'],
  ['a former admin, by an admin of then', 'a', 'pembeli', new Date(), undefined],
  ['a former admin, by a newer one', 'b', 'pembeli', new Date(), 'former_admin_recovery'],
  ['a member, by somebody who is no longer an admin', 'x', 'pembeli', undefined, 'forbidden'],
] as const)('a recovery code for %s (D80)', (_who, actor, role, adminUntil, refusal) => {
  const admins = { activeAdmins: ['a', 'b'], recoveryAdmins: ['a'] };
  expect(recoveryRefusal(actor, { role, adminUntil }, admins)).toBe(refusal);
});

test.each([
  ['a', true, false],
  ['b', false, true],
  // x was suspended or demoted since, or was an admin for less than a week when the person ceased to be one
  ['x', false, false],
])('a code that %s has asked for, made by a', (requested_by, isOwn, isAsked) => {
  expect(isOwnRequest('a', { requested_by })).toBe(isOwn);
  expect(isAskedByAnother('a', { requested_by }, ['a', 'b'])).toBe(isAsked);
});

test.each([
  ['pembeli', 'penjual', { becomesSeller: true, isDemotedAdmin: false, isAdmin: false, nameRole: 'penjual' }],
  ['penjual', 'penjual', { becomesSeller: false, isDemotedAdmin: false, isAdmin: false, nameRole: 'penjual' }],
  ['penjual', 'admin', { becomesSeller: false, isDemotedAdmin: false, isAdmin: true, nameRole: 'admin' }],
  ['admin', 'admin', { becomesSeller: false, isDemotedAdmin: false, isAdmin: true, nameRole: 'admin' }],
  ['admin', 'penjual', { becomesSeller: true, isDemotedAdmin: true, isAdmin: false, nameRole: 'admin' }],
] as const)('from %s to %s', (before, after, change) => {
  expect(roleChange(before, after)).toEqual(change);
});
