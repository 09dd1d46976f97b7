import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { attempt } from './attempt.ts';
import type { AnyKind } from './kind.ts';

const queryKey = ['stall'];

/** A page that takes an answer of 08.00, after it has fetched `stall` at another time. */
async function takeAnswer(fetchedAt: number) {
  const client = new QueryClient();
  const fetched = { likes: 5 };
  client.setQueryData(queryKey, fetched, { updatedAt: fetchedAt });
  client.setQueryData(['other'], fetched, { updatedAt: fetchedAt });
  const kind: AnyKind = {
    name: 'like',
    request: () => ({ call: 'toggle_like', input: { post_id_to_toggle: 'id' } }),
    applyAnswer: (cache, _change, answer) => cache.setQueryData(queryKey, answer, { updatedAt: fetchedAt }),
    meta: { failed: null },
  };
  const at = Date.UTC(2026, 10, 23, 8);
  const entry = {
    id: '1',
    kind: 'like',
    subject: 'id',
    change: {},
    at,
    response: { status: 200, body: { likes: 4 }, at },
  };
  const result = await attempt(kind, entry, { client, closing: new AbortController().signal, onSlow: () => {} });
  expect(result).toEqual({ isAnswered: true, sent: { answer: { likes: 4 } } });
  const isInvalidated = (key: string[]) => client.getQueryState(key)?.isInvalidated;
  return { shown: client.getQueryData(queryKey), stall: isInvalidated(queryKey), other: isInvalidated(['other']) };
}

test('an answer that the worker was given is written into what was fetched before it', async () => {
  expect(await takeAnswer(Date.UTC(2026, 10, 23, 7))).toEqual({ shown: { likes: 4 }, stall: false, other: false });
});

test('what was fetched after it, and is overwritten by it, is fetched again', async () => {
  expect(await takeAnswer(Date.UTC(2026, 10, 23, 9))).toEqual({ shown: { likes: 4 }, stall: true, other: false });
});
