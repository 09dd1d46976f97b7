import type { Notification } from '@lapau/contract/notifications';
import type { Session } from '@lapau/contract/profile';
import { QueryClient } from '@tanstack/react-query';
import type { MutationOptions } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { sessionQuery } from '../../lib/session-query.ts';
import { notificationsQuery } from './api.ts';
import { deleteAll, markAllRead, markRead } from './components/marks.ts';

const row = (id: string, is_read: boolean) => ({ id, is_read, type: 'new_like' }) as Notification;
const session = (notifications: number) => ({ unread: { messages: 2, notifications } }) as Session;

/** Four notifications on two pages, three of them unread. */
function loaded() {
  const client = new QueryClient();
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

const shown = (client: QueryClient) => ({
  unread: client.getQueryData(sessionQuery.queryKey)?.session?.unread,
  rows: client
    .getQueryData(notificationsQuery.queryKey)
    ?.pages.flat()
    .map(({ id, is_read }) => (is_read ? id : `${id}*`)),
});

/** Starts a mutation whose call is answered by hand. */
function start<Answer, Input, Kept>(
  client: QueryClient,
  options: MutationOptions<Answer, Error, Input, Kept>,
  input: NoInfer<Input>,
) {
  let settle: { resolve: (answer: Answer) => void; reject: (reason: Error) => void } | undefined;
  const call = new Promise<Answer>((resolve, reject) => {
    settle = { resolve, reject };
  });
  const mutation = client.getMutationCache().build(client, { ...options, mutationFn: () => call });
  const done = mutation.execute(input).catch(() => undefined);
  return {
    answer: async (answer: NoInfer<Answer>) => {
      settle?.resolve(answer);
      await done;
    },
    fail: async () => {
      settle?.reject(new Error('cut'));
      await done;
    },
  };
}

const before = { unread: { messages: 2, notifications: 3 }, rows: ['a*', 'b*', 'c', 'd*'] };

test('a tap marks one as read before the server has answered, and the answer counts', async () => {
  const client = loaded();
  const call = start(client, markRead, 'b');
  await expect
    .poll(() => shown(client))
    .toEqual({
      unread: { messages: 2, notifications: 2 },
      rows: ['a*', 'b', 'c', 'd*'],
    });
  await call.answer({ unread: 7 });
  expect(shown(client).unread?.notifications).toBe(7);
});

test('a mark that fails is taken back, and nothing else with it', async () => {
  const client = loaded();
  const first = start(client, markRead, 'a');
  const second = start(client, markRead, 'd');
  await expect.poll(() => shown(client).rows).toEqual(['a', 'b*', 'c', 'd']);
  await first.fail();
  expect(shown(client)).toEqual({ unread: { messages: 2, notifications: 2 }, rows: ['a*', 'b*', 'c', 'd'] });
  await second.fail();
  expect(shown(client)).toEqual(before);
});

test('all are marked at once, and back when it fails', async () => {
  const client = loaded();
  const call = start(client, markAllRead, undefined);
  await expect
    .poll(() => shown(client))
    .toEqual({
      unread: { messages: 2, notifications: 0 },
      rows: ['a', 'b', 'c', 'd'],
    });
  await call.fail();
  expect(shown(client)).toEqual(before);
});

test('all are gone at once, and back when it fails', async () => {
  const client = loaded();
  const call = start(client, deleteAll, undefined);
  await expect.poll(() => shown(client)).toEqual({ unread: { messages: 2, notifications: 0 }, rows: [] });
  await call.fail();
  expect(shown(client)).toEqual(before);
});
