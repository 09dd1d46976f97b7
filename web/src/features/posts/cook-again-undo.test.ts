import type { CallInput, CallOutput } from '@lapau/contract/calls';
import type { MenuPost } from '@lapau/contract/posts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outbox } from '../../lib/outbox/page-outbox.ts';
import { cookAgain } from './api-cook-again.ts';

const dish = (id: string) => ({ id, is_open: false, reopens_at: null, created_at: '2026-11-27T12:00:00Z' }) as MenuPost;
const cooked: CallOutput<'cook_again'> = {
  posts: [],
  warung: { is_open: true, confirmed_at: null },
  renewals_left: 9,
  more_renewals_at: null,
  undo_id: 'undo',
};
const waiting = () => outbox.state().entries.map(({ kind, change }) => [kind, change]);
const undone = [{ undo_id: 'undo', age_ms: expect.any(Number) }];

/** The calls to cook again that are under way; each is answered by hand. */
let calls: { dishes: string[]; answer: () => void; fail: () => void }[] = [];
let undos: unknown[] = [];
const json = (body: object) => new Response(JSON.stringify(body));

beforeEach(() => {
  calls = [];
  undos = [];
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) => {
    const input = JSON.parse(body) as CallInput<'cook_again'>;
    if (path === '/rpc/cook_again')
      return new Promise((resolve, reject) => {
        const dishes = input.dishes.map(({ id }) => id);
        calls.push({ dishes, answer: () => resolve(json(cooked)), fail: () => reject(new TypeError('No network.')) });
      });
    if (path === '/rpc/undo_posts_open') undos.push(input);
    return json({ posts: [] });
  });
  outbox.open('cook', new QueryClient());
});
afterEach(async () => {
  await outbox.forget('cook');
  vi.unstubAllGlobals();
});

test('what is taken back while its request is under way is undone by its answer', async () => {
  const { answer, undo: takeBack } = cookAgain('cook', [dish('one')]);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  takeBack();
  await vi.waitFor(() =>
    expect(waiting()).toMatchObject([['cook-again', { takenBackTo: { dishes: [{ id: 'one' }] } }]]),
  );
  expect(undos).toEqual([]);
  calls[0]?.answer();
  expect(await answer).toBeUndefined();
  await vi.waitFor(() => expect(undos).toEqual(undone));
  await vi.waitFor(() => expect(waiting()).toEqual([]));
});

test('after a lost answer it is asked again, and then undone once', async () => {
  const { answer, undo: takeBack } = cookAgain('cook', [dish('one')]);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  takeBack();
  calls[0]?.fail();
  await vi.waitFor(() => expect(calls).toHaveLength(2), 5_000);
  calls[1]?.answer();
  expect(await answer).toBeUndefined();
  await vi.waitFor(() => expect(waiting()).toEqual([]));
  expect(undos).toEqual(undone);
});

test('what has been answered is undone at once', async () => {
  const { answer, undo: takeBack } = cookAgain('cook', [dish('one')]);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.answer();
  expect(await answer).toEqual(cooked);
  takeBack();
  await vi.waitFor(() => expect(undos).toEqual(undone));
});

test('without a signal only this choice is taken back, and nothing is undone', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  const first = cookAgain('cook', [dish('one')]);
  const second = cookAgain('cook', [dish('two')]);
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  calls[0]?.fail();
  second.undo();
  expect(await second.answer).toBeUndefined();
  expect(waiting()).toMatchObject([['cook-again', { dishes: [{ id: 'one' }] }]]);
  vi.stubGlobal('navigator', { onLine: true });
  outbox.retry();
  await vi.waitFor(() => expect(calls).toHaveLength(2), 5_000);
  calls[1]?.answer();
  await first.answer;
  expect([calls.map(({ dishes }) => dishes), undos]).toEqual([[['one'], ['one']], []]);
});
