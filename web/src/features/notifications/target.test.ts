import type { Notification, NotificationType } from '@lapau/contract/notifications';
import { notificationTypes } from '@lapau/contract/notifications';
import { expect, test } from 'vitest';
import { targetOf } from './components/target.ts';

const notification = (type: NotificationType, about: Partial<Notification> = {}): Notification => ({
  id: '0190a000-0000-7000-8000-000000000001',
  content: '',
  created_at: '2026-08-17T02:00:00.000Z',
  is_read: false,
  post_id: null,
  type,
  sender_id: null,
  comment_id: null,
  conversation_id: null,
  other_senders: 0,
  sender_avatar_url: null,
  post_image_url: null,
  ...about,
});
const everything = () => true;
const about = { post_id: 'p', conversation_id: 'c' };

test.each([
  ['new_user_signup', '/admin/users'],
  ['new_seller_application', '/admin'],
  ['application_approved', '/my-warung'],
  ['application_rejected', '/profile'],
  ['new_report', '/admin/reports'],
  ['new_message', '/chat/c'],
  ['new_like', '/post/p'],
  ['new_comment', '/post/p'],
  ['new_reply', '/post/p'],
  ['post_activity', '/post/p'],
] as const)('a tap on %s leads to %s', (type, path) => {
  expect(targetOf(notification(type, about), everything)).toBe(path);
});

test('what a notification is about may be gone', () => {
  expect(targetOf(notification('new_message'), everything)).toBeNull();
  expect(targetOf(notification('new_like'), everything)).toBeNull();
});

test.each(notificationTypes)('a tap on %s without its screen leads nowhere', (type) => {
  expect(targetOf(notification(type, about), () => false)).toBeNull();
});
