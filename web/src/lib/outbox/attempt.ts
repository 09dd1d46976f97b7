import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { ApiError, errorOfResponse, isNetworkError } from '../calls/api-error.ts';
import { api } from '../calls/api.ts';
import { isBeyondNow } from '../device/noted-time.ts';
import { serverNow } from '../device/server-time.ts';
import { formatClock } from '../format/time.ts';
import type { AnyKind, ChangeRequest } from './kind.ts';
import type { Held, OutboxEntry } from './queue.ts';
import { ageOf, inputOf, isAgeUnknown, isSent, isSessionOver, isTransient } from './request.ts';
import type { CallRequest, Made, StoredResponse } from './request.ts';

/** What an attempt came to. */
export type Attempt = {
  isAnswered: boolean;
  /** The phone had no network at all: nothing of it has left the phone. */
  hasNotLeft?: boolean;
  /** The server has taken it, with this answer. */
  sent?: { answer: unknown };
  /** The person has to decide about it. */
  held?: Held;
  /** Why the server does not take it now, and in how long it does, if it has said so. */
  later?: { text: string; afterMs: number } | undefined;
};

const timeoutMs = 20_000;
/** From then on a request without an answer shows as waiting for the signal. */
const slowMs = 3_000;

type AttemptOptions = {
  client: QueryClient;
  /** Whose change it is. */
  account: string;
  /** Ends the attempt without an answer. */
  closing: AbortSignal;
  onSlow: () => void;
};

/** Makes the request of a change once, or asks the server whether an old one has arrived, and writes the answer into the cache. */
export async function attempt(
  kind: AnyKind,
  entry: OutboxEntry,
  { client, account, closing, onSlow }: AttemptOptions,
): Promise<Attempt> {
  const { change, response } = entry;
  const wasOffline = isOffline();
  const aborting = new AbortController();
  const abort = () => aborting.abort();
  closing.addEventListener('abort', abort);
  const timers = kind.endsItself ? [] : [setTimeout(abort, timeoutMs), setTimeout(onSlow, slowMs)];
  const { holds } = kind;
  const request = { signal: aborting.signal, account };
  async function findOrSend(): Promise<unknown> {
    if (response) return readResponse(response);
    // By a clock that has jumped it may be too old to be taken. The answer says what time it is.
    if (isAgeUnknown(entry)) await api.get_session({}, request);
    const ageMs = ageOf(entry);
    if (holds && ageMs > holds.afterMs) return holds.findAnswer(change, request);
    return 'send' in kind ? kind.send(change, { ...request, ageMs }) : makeCall(kind.request(change), entry, request);
  }
  let later: Attempt['later'];
  // The mutation cache shows a refusal and notices an ended session (query.ts).
  const mutation = client.getMutationCache().build(client, {
    mutationKey: [kind.name],
    mutationFn: async () => {
      try {
        return { answer: await findOrSend() };
      } catch (error) {
        if (isTransient(error)) {
          if (error instanceof ApiError && !isNetworkError(error)) later = laterOf(error);
          return null;
        }
        const answer = 'request' in kind && kind.answerIn?.(error as ApiError);
        if (answer) return { answer };
        throw error;
      }
    },
    retry: false,
    meta: typeof kind.meta === 'function' ? kind.meta(change) : kind.meta,
  });
  try {
    const sent = await mutation.execute(undefined);
    if (!sent || closing.aborted) return { isAnswered: false, later, hasNotLeft: wasOffline && isOffline() };
    if (sent.answer === null && holds) return { isAnswered: true, held: { because: 'old' } };
    const apply = () => kind.applyAnswer(client, change, sent.answer);
    if (response) applyLate(client, response, () => applyOver(client, apply));
    else applyOver(client, apply);
    kind.onSettled?.(client, change);
    return { isAnswered: true, sent };
  } catch (error) {
    if (isSessionOver(error)) return { isAnswered: false };
    const isKept = error instanceof ApiError && (holds || kind.setsAside?.(change, error));
    if (!isKept) {
      if (error instanceof ApiError) kind.onRefused?.(change, error, client);
      kind.onSettled?.(client, change);
      return { isAnswered: true };
    }
    const { code, message: reason, details } = error;
    return { isAnswered: true, held: { because: 'refused', code, reason, details, ...(!holds && { isAside: true }) } };
  } finally {
    closing.removeEventListener('abort', abort);
    for (const timer of timers) clearTimeout(timer);
  }
}

const isOffline = (): boolean => !navigator.onLine;

/** Shorter waits are not worth a time of the day. */
const tellsTimeFromMs = 60_000;

function laterOf({ message, retryAfterSeconds = 0 }: ApiError): NonNullable<Attempt['later']> {
  const afterMs = retryAfterSeconds * 1_000;
  // Nobody has to try again what is sent by itself.
  const reason = message.replace(/ Coba lagi [^.]*\.$/, '');
  if (afterMs <= tellsTimeFromMs) return { text: reason, afterMs };
  const now = new Date(serverNow());
  const at = formatClock(new Date(now.getTime() + afterMs), now);
  return { text: `${reason} Akan dikirim otomatis ${at}.`, afterMs };
}

const makeCall = (request: CallRequest, made: Made, options: ChangeRequest): Promise<unknown> =>
  (api[request.call] as (input: object, options: ChangeRequest) => Promise<unknown>)(inputOf(request, made), options);

function readResponse(response: StoredResponse): unknown {
  if (!isSent(response)) throw errorOfResponse(response.status, response.body);
  return response.body;
}

/**
 * Writes an answer into the cache. What is being fetched of the same queries may have been read before the change, and is fetched
 * again: it would bring the old state back.
 */
function applyOver(client: QueryClient, apply: () => void): void {
  const written: QueryKey[] = [];
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') written.push(event.query.queryKey as QueryKey);
  });
  apply();
  unsubscribe();
  for (const queryKey of written) {
    const isFetching = client.getQueryState(queryKey)?.fetchStatus === 'fetching';
    if (isFetching) void client.invalidateQueries({ queryKey, exact: true, refetchType: 'all' });
  }
}

/** Writes an answer into the cache that the worker was given. Where it overwrites what was fetched since, that is fetched again. */
function applyLate(client: QueryClient, { at }: StoredResponse, apply: () => void): void {
  const queries = client.getQueryCache().getAll();
  const givenAt = isBeyondNow(at) ? 0 : at;
  const newer = new Map(
    queries.flatMap(({ queryHash, state }) => (state.dataUpdatedAt > givenAt ? [[queryHash, state.data]] : [])),
  );
  apply();
  void client.invalidateQueries({
    predicate: ({ queryHash, state }) => newer.has(queryHash) && newer.get(queryHash) !== state.data,
  });
}
