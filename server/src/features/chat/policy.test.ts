import { expect, test } from 'vitest';
import {
  conversationSide,
  conversationsPerHour,
  hasConversation,
  isOneself,
  isSender,
  mayMarkRead,
  mayOpenConversation,
  writingRefusal,
} from './policy.ts';

test.each([
  ['pembeli', 'pembeli', false],
  ['pembeli', 'penjual', true],
  ['pembeli', 'admin', true],
  ['penjual', 'pembeli', true],
  ['pembeli', undefined, false],
] as const)('%s and %s may open a conversation: %s', (one, other, may) => {
  expect(mayOpenConversation(one, other)).toBe(may);
  expect(mayOpenConversation(other, one)).toBe(may);
});

test.each([
  ['allowed', 'b', undefined],
  ['allowed', null, 'message_refused'],
  ['refused', 'b', 'message_refused'],
  ['blocked_by_you', 'b', 'blocked_by_you'],
  ['blocked_by_you', null, 'blocked_by_you'],
] as const)('writing that is %s, to %s', (writing, recipient, refusal) => {
  expect(writingRefusal(writing, recipient)).toBe(refusal);
});

test.each([
  ['a', true],
  ['b', false],
  [null, false],
])('a message of %s and person a', (sender_id, isOwn) => {
  expect(isSender({ id: 'a' }, { sender_id })).toBe(isOwn);
  expect(mayMarkRead({ id: 'a' }, { sender_id })).toBe(!isOwn);
});

test('who has just come opens fewer conversations', () => {
  const dayMs = 86_400_000;
  expect([0, 6.9 * dayMs, 7 * dayMs].map(conversationsPerHour)).toEqual([10, 10, 60]);
});

test.each([
  ['a', { id: 'c', other_id: 'b', read_sequence: 1, last_sequence: 3 }],
  ['b', { id: 'c', other_id: 'a', read_sequence: 2, last_sequence: 3 }],
  ['x', undefined],
])('the conversation of a and b as %s has it', (id, side) => {
  const people = { user1_id: 'a', user2_id: 'b', user1_read_sequence: 1, user2_read_sequence: 2 };
  expect(conversationSide({ id }, { id: 'c', ...people, last_sequence: 3 })).toEqual(side);
});

test.each([
  ['a', 0, true],
  ['b', 0, false],
  ['b', 1, true],
])('%s has a conversation that a has opened, with %i things that happened in it: %s', (person, last_sequence, has) => {
  expect(hasConversation(person, { created_by: 'a', last_sequence })).toBe(has);
});

test('oneself', () => {
  expect([isOneself({ id: 'a' }, 'a'), isOneself({ id: 'a' }, 'b')]).toEqual([true, false]);
});
