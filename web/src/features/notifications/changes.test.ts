import type { Notification } from '@lapau/contract/notifications';
import type { Session } from '@lapau/contract/profile';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { sessionQuery } from '../../lib/session/session-query.ts';
import { notificationChanges, notificationsQuery, unreadAfter, withChange } from './api.ts';
import type { NotificationChange } from './api.ts';

const row = (id: string, is_read: boolean) => ({ id, is_read, type: 'new_like' }) as Notification;
const session = (notifications: number) => ({ unread: { messages: 2, notifications } }) as Session;

const request = vi.fn<typeof fetch>();

/** Four notifications on two pages, three of them unread. */
function loaded() {
  const client = new QueryClient();
  outbox.open('me', client);
  client.setQueryData(sessionQuery.queryKey, { session: session(3) });
  client.setQueryData(notificationsQuery.queryKey, {
    pages: [
      [row('a', false), row('b', false)],
      [row('c', true), row('d', false)],
    ],
    pageParams: [null, null],
  });
  return client;
}

/** The number on the badge and the ids in the list; a star marks an unread one (`b*`). */
function shown(client: QueryClient) {
  const pending = notificationChanges.pending();
  const list = client.getQueryData(notificationsQuery.queryKey);
  const unread = client.getQueryData(sessionQuery.queryKey)?.session?.unread.notifications ?? 0;
  return {
    unread: unreadAfter(unread, list, pending),
    rows:
      list &&
      [...pending.values()]
        .reduce(withChange, list)
        .pages.flat()
        .map(({ id, is_read }) => (is_read ? id : `${id}*`)),
  };
}

/** Submits a change whose request is answered by hand. */
function submit(change: NotificationChange) {
  let settle: ((response: Response) => void) | undefined;
  request.mockReturnValueOnce(
    new Promise((answer) => {
      settle = answer;
    }),
  );
  notificationChanges.submit(change);
  const settled = async () => {
    await expect.poll(() => notificationChanges.pending().has(change.id)).toBe(false);
  };
  return {
    answer: (unread: number) => {
      settle?.(Response.json({ unread, deleted: 4 }));
      return settled();
    },
    refuse: () => {
      settle?.(Response.json({ code: 'malformed_request', message: 'Muat ulang.' }, { status: 400 }));
      return settled();
    },
  };
}

const before = { unread: 3, rows: ['a*', 'b*', 'c', 'd*'] };

beforeEach(() => vi.stubGlobal('fetch', request));
afterEach(() => {
  outbox.close();
  vi.unstubAllGlobals();
});

test('one is shown as read before the server has answered, and its answer sets the count', async () => {
  const client = loaded();
  const call = submit({ id: 'b', type: 'read' });
  expect(shown(client)).toEqual({ unread: 2, rows: ['a*', 'b', 'c', 'd*'] });
  await call.answer(7);
  expect(shown(client)).toEqual({ unread: 7, rows: ['a*', 'b', 'c', 'd*'] });
});

test('a read mark that the list already has is not subtracted twice', () => {
  const list = loaded().getQueryData(notificationsQuery.queryKey);
  const read: NotificationChange = { id: 'b', type: 'read' };
  expect(unreadAfter(2, list && withChange(list, read), new Map([['b', read]]))).toBe(2);
});

test('what is counted without messages does not sink when one of a message is read', () => {
  const list = loaded().getQueryData(notificationsQuery.queryKey);
  const isCounted = ({ id }: Notification) => id !== 'b';
  const pending = (id: string) => new Map([[id, { id, type: 'read' } as const]]);
  expect(unreadAfter(2, list, pending('b'), isCounted)).toBe(2);
  expect(unreadAfter(2, list, pending('a'), isCounted)).toBe(1);
});

test('a refused read mark is undone, and nothing else with it', async () => {
  const client = loaded();
  const first = submit({ id: 'a', type: 'read' });
  const second = submit({ id: 'd', type: 'read' });
  expect(shown(client)).toEqual({ unread: 1, rows: ['a', 'b*', 'c', 'd'] });
  await first.refuse();
  expect(shown(client)).toEqual({ unread: 2, rows: ['a*', 'b*', 'c', 'd'] });
  await second.refuse();
  expect(shown(client)).toEqual(before);
});

test('all are shown as read at once, and as before after a refusal', async () => {
  const client = loaded();
  const call = submit({ id: 'read_all', type: 'read_all' });
  expect(shown(client)).toEqual({ unread: 0, rows: ['a', 'b', 'c', 'd'] });
  await call.refuse();
  expect(shown(client)).toEqual(before);
});

test('all are removed at once, and there again after a refusal', async () => {
  const client = loaded();
  const call = submit({ id: 'delete_all', type: 'delete_all' });
  expect(shown(client)).toEqual({ unread: 0, rows: [] });
  await call.refuse();
  expect(shown(client)).toEqual(before);
  await submit({ id: 'delete_all', type: 'delete_all' }).answer(0);
  expect(shown(client)).toEqual({ unread: 0, rows: [] });
});
