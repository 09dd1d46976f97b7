import type { Message } from '@lapau/contract/chat';
import { expect, test } from 'vitest';
import { isAskedAboutDish, notArrived, threadRows } from './components/thread-rows.ts';
import type { Outgoing } from './components/thread-rows.ts';

const message = (sequence: number, sender_id: string, created_at = '2026-08-17T02:00:00.000Z'): Message => ({
  id: `m${sequence}`,
  conversation_id: 'c',
  sequence,
  sender_id,
  content: '',
  created_at,
  is_read: false,
  post: null,
});
const outgoing = (id: string, held?: Outgoing['held']): Outgoing => ({
  id: `entry ${id}`,
  kind: 'message',
  subject: 'c',
  change: { id, conversation_id: 'c', content: '', post_id: null, post: null },
  at: Date.parse('2026-08-17T03:00:00.000Z'),
  held,
});
const shown = {
  messages: [message(1, 'me'), message(2, 'other'), message(4, 'other'), message(5, 'me')],
  hasOlder: false,
  outgoing: [],
  isStuck: false,
  isLater: false,
  deletedIds: new Set<string>(),
  userId: 'me',
  otherReadSequence: 3,
  firstUnread: null,
};
const keys = (given: Partial<typeof shown | { outgoing: Outgoing[]; firstUnread: number }>) =>
  threadRows({ ...shown, ...given }).map(({ key }) => key);
const deliveries = (given: Partial<typeof shown | { outgoing: Outgoing[] }>) =>
  threadRows({ ...shown, ...given }).flatMap((row) => (row.type === 'message' ? row.message.delivery : []));

test('a day has one line, and the unread begin with a message of the other person', () => {
  const day = `day ${Date.parse('2026-08-16T17:00:00.000Z')}`;
  expect(keys({})).toEqual([day, 'm1', 'm2', 'm4', 'm5']);
  // The first unread one is deleted by now.
  expect(keys({ firstUnread: 3 })).toEqual([day, 'm1', 'm2', 'unread', 'm4', 'm5']);
});

test('the first day has its line once all of its messages are there', () => {
  const [day, nextDay] = ['2026-08-16T17:00:00.000Z', '2026-08-17T17:00:00.000Z'].map(
    (time) => `day ${Date.parse(time)}`,
  );
  const messages = [message(2, 'other'), message(3, 'other', '2026-08-18T02:00:00.000Z')];
  expect(keys({ messages, hasOlder: true })).toEqual(['m2', nextDay, 'm3']);
  expect(keys({ messages: [message(1, 'me'), ...messages] })).toEqual([day, 'm1', 'm2', nextDay, 'm3']);
});

test('how far one’s own messages have come', () => {
  expect(deliveries({})).toEqual(['read', 'received', 'received', 'sent']);
  const waiting = [outgoing('a'), outgoing('b')];
  expect(deliveries({ outgoing: waiting }).slice(4)).toEqual(['sending', 'sending']);
  expect(deliveries({ outgoing: waiting, isStuck: true }).slice(4)).toEqual(['waiting', 'waiting']);
  expect(deliveries({ outgoing: waiting, isStuck: true, isLater: true }).slice(4)).toEqual(['held', 'held']);
  expect(deliveries({ outgoing: [outgoing('a', { because: 'old' }), ...waiting] }).slice(4)).toEqual([
    'held',
    'held',
    'held',
  ]);
});

test('a message that has arrived is shown once, under the same key, and a deleted one is not', () => {
  const held = outgoing('m5', { because: 'old' });
  expect(notArrived([held, outgoing('a')], shown.messages)).toEqual([outgoing('a')]);
  expect(keys({})).toContain('m5');
  expect(keys({ deletedIds: new Set(['m1', 'm5']) })).not.toContain('m5');
});

test('a question about a dish waits until something of one’s own stands after it, sent or not', () => {
  const post = {
    id: 'p',
    food_name: 'Gulai',
    price: '',
    image_url: null,
    placeholder: null,
    isOpen: true,
    warungIsOpen: true,
  };
  const question = { ...message(6, 'other'), post };
  const isAsked = (given: Partial<typeof shown | { outgoing: Outgoing[] }>) =>
    isAskedAboutDish(threadRows({ ...shown, ...given }).flatMap((row) => (row.type === 'message' ? row.message : [])));
  expect(isAsked({ messages: [] })).toBe(false);
  expect(isAsked({ messages: [message(1, 'other')] })).toBe(false);
  expect(isAsked({ messages: [question] })).toBe(true);
  // The dish is gone by now, and the question is still there.
  expect(isAsked({ messages: [{ ...question, post: { ...post, id: null as never } }] })).toBe(true);
  expect(isAsked({ messages: [question], outgoing: [outgoing('a')] })).toBe(false);
  expect(isAsked({ messages: [question, message(7, 'me')] })).toBe(false);
  expect(isAsked({ messages: [question, message(7, 'me')], deletedIds: new Set(['m7']) })).toBe(true);
  expect(isAsked({ messages: [question, message(7, 'other')] })).toBe(false);
});
