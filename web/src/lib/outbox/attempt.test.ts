import { errors } from '@lapau/contract/errors';
import type { ErrorCode } from '@lapau/contract/errors';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { ApiError, errorOfResponse, networkError } from '../calls/api-error.ts';
import { attempt } from './attempt.ts';
import type { AnyKind } from './kind.ts';

const queryKey = ['stall'];

/** Takes an answer of 08.00 on a page that has fetched `stall` at another time. */
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
  const result = await attempt(kind, entry, {
    client,
    account: 'uni',
    closing: new AbortController().signal,
    isAwaited: () => false,
    onSlow: () => {},
  });
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

/** The fate of a change whose request is refused by this error: it is sent again later, or it is given up. */
async function becomes(error: Error): Promise<'later' | 'given up'> {
  const kind: AnyKind = {
    name: 'dish',
    send: async () => {
      throw error;
    },
    applyAnswer: () => {},
    meta: { failed: null },
  };
  const entry = { id: '1', kind: 'dish', subject: 'id', change: {}, at: Date.now() };
  const client = new QueryClient();
  const result = await attempt(kind, entry, {
    client,
    account: 'uni',
    closing: new AbortController().signal,
    isAwaited: () => false,
    onSlow: () => {},
  });
  return result.isAnswered ? 'given up' : 'later';
}

/**
 * Errors, apart from limits (429), after which the same request may succeed. Other codes say something about the change that stays true.
 */
const temporary = new Set<ErrorCode>([
  // The fault is that of the server, its database, its disk or its processes that prepare pictures.
  'server_error',
  'not_ready',
  // The operator puts right the address or the release.
  'foreign_host',
  'foreign_origin',
  'unknown_call',
  'method_not_allowed',
  // The session is over, or another person's; the changes of a suspended person are deleted elsewhere.
  'unauthenticated',
  'other_account',
  'account_suspended',
  'account_deleted',
  'warung_suspended',
]);
const codes = Object.keys(errors) as ErrorCode[];

test.each(codes)('a change that is answered %s is given up only where it never succeeds', async (code) => {
  const [status, message] = errors[code];
  const isTemporary = status === 429 || temporary.has(code);
  expect(await becomes(new ApiError(code, status, message))).toBe(isTemporary ? 'later' : 'given up');
});

test.each([
  ['no answer', networkError()],
  ['a page of a proxy, whatever its status', errorOfResponse(502, undefined)],
  ['a page of a captive portal', errorOfResponse(403, 'Selamat datang di WiFi')],
  ['a failure by a code of a later release', new ApiError('disk_full' as ErrorCode, 507, 'Penuh.')],
  ['a bug of this program', new TypeError('x is not a function')],
])('%s: the change is sent again', async (_what, error) => {
  expect(await becomes(error)).toBe('later');
});

test.each([
  ['is sent', Infinity],
  ['is looked for', 1_000],
])('a change that %s says whose it is, and can be aborted', async (_what, afterMs) => {
  const asked: object[] = [];
  const request = async (_change: unknown, options: object) => void asked.push(options);
  const kind: AnyKind = {
    name: 'dish',
    send: request,
    holds: { afterMs, findAnswer: request },
    applyAnswer: () => {},
    meta: { failed: null },
  };
  const entry = { id: '1', kind: 'dish', subject: 'id', change: {}, at: Date.now() - 60_000 };
  const closing = new AbortController().signal;
  await attempt(kind, entry, {
    client: new QueryClient(),
    account: 'uni',
    closing,
    isAwaited: () => false,
    onSlow: () => {},
  });
  expect(asked).toEqual([expect.objectContaining({ account: 'uni', signal: expect.any(AbortSignal) })]);
});

test('what is being fetched when an answer is written does not bring the state before it back', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKey, { isSaved: false });
  const answers: ((answer: object) => void)[] = [];
  const fetched = client.query({ queryKey, queryFn: () => new Promise<object>((resolve) => answers.push(resolve)) });
  const kind: AnyKind = {
    name: 'save',
    send: async () => ({ isSaved: true }),
    applyAnswer: (cache, _change, answer) => cache.setQueryData(queryKey, answer),
    meta: { failed: null },
  };
  const entry = { id: '1', kind: 'save', subject: 'id', change: {}, at: Date.now() };
  const closing = new AbortController().signal;
  await attempt(kind, entry, { client, account: 'uni', closing, isAwaited: () => false, onSlow: () => {} });
  answers[0]?.({ isSaved: false });
  await expect.poll(() => answers).toHaveLength(2);
  expect(client.getQueryData(queryKey)).toEqual({ isSaved: true });
  answers[1]?.({ isSaved: true });
  await fetched.catch(() => {});
});

test('a refusal that is returned to its form is no success of the change, which others wait for', async () => {
  const client = new QueryClient();
  const refusal = new ApiError('forbidden', 403, 'Tidak boleh.');
  const kind: AnyKind = {
    name: 'dish',
    send: async () => {
      throw refusal;
    },
    applyAnswer: () => {},
    meta: { failed: 'Gagal.' },
  };
  const entry = { id: '1', kind: 'dish', subject: 'id', change: {}, at: Date.now() };
  const closing = new AbortController().signal;
  const result = await attempt(kind, entry, {
    client,
    account: 'uni',
    closing,
    isAwaited: () => true,
    onSlow: () => {},
  });
  expect(result).toEqual({ isAnswered: true, returned: refusal });
  expect(client.getMutationCache().getAll()).toMatchObject([{ state: { status: 'success', data: null } }]);
});
