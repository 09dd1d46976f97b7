import type { Notification, NotificationType } from '@lapau/contract/notifications';
import { Bell } from 'lucide-react';
import { expect, test } from 'vitest';
import { displayOf, notificationDetail, notificationPath } from './components/notification-display.ts';

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
  decision_id: null,
  other_senders: 0,
  sender_name: null,
  sender_avatar_url: null,
  post_image_url: null,
  ...about,
});
const about = { post_id: 'p', conversation_id: 'c' };

test.each([
  ['new_user_signup', '/admin/users'],
  ['new_seller_application', '/admin'],
  ['application_approved', '/my-warung'],
  ['application_rejected', '/profile'],
  ['new_report', '/admin/reports'],
  ['new_appeal', '/admin/reports?bagian=keberatan'],
  ['items_waiting', '/admin'],
  ['new_message', '/chat/c'],
  ['new_like', '/post/p'],
  ['new_comment', '/post/p'],
  ['new_reply', '/post/p'],
  ['post_activity', '/post/p'],
  ['dish_back', '/post/p'],
] as const)('%s opens %s', (type, path) => {
  expect(notificationPath(notification(type, about))).toBe(path);
});

test.each(['report_outcome', 'content_removed', 'suspension_lifted', 'appeal_outcome'] as const)(
  '%s is read in place',
  (type) => {
    expect(notificationDetail(notification(type, about))).toBeTruthy();
    expect(notificationPath(notification(type, about))).toBeNull();
  },
);

test('one of a type that only a later release knows has an icon and opens nothing', () => {
  const unknown = notification('later_release' as NotificationType, about);
  expect(displayOf(unknown).icon).toBe(Bell);
  expect(notificationDetail(unknown)).toBeUndefined();
  expect(notificationPath(unknown)).toBeNull();
});

test('a deleted post or conversation is not opened', () => {
  expect(notificationPath(notification('new_message'))).toBeNull();
  expect(notificationPath(notification('new_like'))).toBeNull();
});
