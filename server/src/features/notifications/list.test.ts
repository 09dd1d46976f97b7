import type { CallInput } from '@lapau/contract/calls';
import { expect, test } from 'vitest';
import { buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';

const server = await startTestServer();
const { call, db } = server;

/** A person with as many notifications, many of one moment. */
async function buildNotified(count: number) {
  const person = await buildMember(server);
  const rows = Array.from({ length: count }, (_, index) => ({
    user_id: person.id,
    type: 'post_activity' as const,
    content: `Berita ${index}`,
    created_at: `2026-03-01T10:00:0${Math.floor(index / 4)}Z`,
  }));
  await db.insertInto('notifications').values(rows).execute();
  return person;
}

test('one’s own, newest first, page by page (D14)', async () => {
  const person = await buildNotified(9);
  await buildNotified(3);
  const whole = await call('get_notifications', {}, person);
  expect(whole).toHaveLength(9);
  expect(whole.map(({ created_at }) => Date.parse(created_at))).toEqual(
    whole.map(({ created_at }) => Date.parse(created_at)).toSorted((a, b) => b - a),
  );
  const walked: string[] = [];
  for (let before: CallInput<'get_notifications'>['before']; walked.length < 9;) {
    const page = await call('get_notifications', { before, limit: 2 }, person);
    walked.push(...page.map(({ id }) => id));
    const { created_at, id } = page.at(-1)!;
    before = { created_at, id };
  }
  expect(walked).toEqual(whole.map(({ id }) => id));
});

test('marking one, another’s, all, and deleting all move the badge on every page of the person', async () => {
  const person = await buildNotified(5);
  const neighbour = await buildNotified(2);
  const page = await openPage(server.url, { cookie: person.cookie });
  const [first] = await call('get_notifications', {}, person);
  const mark = (notification_id?: string, as = person) => call('mark_notifications_read', { notification_id }, as);
  expect(await mark(first!.id)).toEqual({ unread: 4 });
  expect(await mark(first!.id)).toEqual({ unread: 4 });
  expect(await mark(first!.id, neighbour)).toEqual({ unread: 2 });
  expect((await call('get_session', {}, person))?.unread).toEqual({
    messages: 0,
    notifications: 4,
    other_notifications: 4,
  });
  expect(await mark()).toEqual({ unread: 0 });
  expect((await call('get_notifications', {}, person)).every(({ is_read }) => is_read)).toBe(true);
  expect(await call('delete_my_notifications', {}, person)).toEqual({ deleted: 5 });
  expect(await call('delete_my_notifications', {}, person)).toEqual({ deleted: 0 });
  expect(await call('get_notifications', {}, neighbour)).toHaveLength(2);
  const topic = `user:${person.id}`;
  expect(await page.signals()).toEqual(
    [4, 4, 0, 0, 0].map((unread) => [topic, { type: 'notifications_changed', unread }]),
  );
});

test('a new one reaches its person’s open pages with the exact count, uncapped', async () => {
  const owner = await buildSeller(server);
  const many = Array.from({ length: 120 }, () => ({
    user_id: owner.id,
    type: 'post_activity' as const,
    content: 'Berita',
  }));
  await db.insertInto('notifications').values(many).execute();
  const post = await buildPost(server, { user_id: owner.id });
  const page = await openPage(server.url, { cookie: owner.cookie });
  const reader = await buildMember(server);
  await call('toggle_like', { post_id_to_toggle: post.id, liked: true }, reader);
  expect(await page.signals()).toEqual([[`user:${owner.id}`, { type: 'notifications_changed', unread: 121 }]]);
  expect((await call('get_session', {}, owner))?.unread.notifications).toBe(121);
});
