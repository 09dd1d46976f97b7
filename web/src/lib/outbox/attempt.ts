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

/** The result of an attempt. */
export type Attempt = {
  isAnswered: boolean;
  /** Whether the phone had no network at all, so that nothing of the request has left it. */
  hasNotLeft?: boolean;
  /** The server's answer, if it has taken the change. */
  sent?: { answer: unknown };
  /** The refusal, if the change's form waits for it. */
  returned?: ApiError;
  /** The reason why the person has to decide about the change. */
  held?: Held;
  /** The reason why the server does not take the change now, and the time after which it does, if it has said so. */
  later?: { text: string; afterMs: number } | undefined;
};

const timeoutMs = 20_000;
/** After this time a request without an answer shows as waiting for the signal. */
const slowMs = 3_000;

type AttemptOptions = {
  client: QueryClient;
  /** The account whose change it is. */
  account: string;
  /** Ends the attempt without an answer. */
  closing: AbortSignal;
  /** Whether the change's form waits, and shows a refusal itself. */
  isAwaited: () => boolean;
  onSlow: () => void;
};

/** Makes the request of a change once, or asks the server whether an old one has arrived, and writes the answer into the cache. */
export async function attempt(
  kind: AnyKind,
  entry: OutboxEntry,
  { client, account, closing, isAwaited, onSlow }: AttemptOptions,
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
    // After a jump of the clock the age is unknown, and the change may be too old. The answer to this call tells the time.
    if (isAgeUnknown(entry)) await api.get_session({}, request);
    const ageMs = ageOf(entry);
    if (holds && ageMs > holds.afterMs) return holds.findAnswer(change, request);
    return 'send' in kind ? kind.send(change, { ...request, ageMs }) : makeCall(kind.request(change), entry, request);
  }
  let later: Attempt['later'];
  let returned: ApiError | undefined;
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
        if (!isAwaited() || isSessionOver(error)) throw error;
        returned = error as ApiError;
        return null;
      }
    },
    retry: false,
    meta: typeof kind.meta === 'function' ? kind.meta(change) : kind.meta,
  });
  try {
    const sent = await mutation.execute(undefined);
    if (returned) {
      kind.onSettled?.(client, change);
      return { isAnswered: true, returned };
    }
    if (!sent || closing.aborted) return { isAnswered: false, later, hasNotLeft: wasOffline && isOffline() };
    if (sent.answer === null && holds) return { isAnswered: true, held: { because: 'old' } };
    const apply = () => kind.applyAnswer(client, change, sent.answer);
    if (response) applyLate(client, response, () => applyOver(client, apply));
    else applyOver(client, apply);
    kind.onSettled?.(client, change);
    return { isAnswered: true, sent };
  } catch (error) {
    if (isSessionOver(error)) return { isAnswered: false };
    const isKept = error instanceof ApiError && (holds || kind.giveBack?.(change, error) === false);
    if (!isKept) {
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

/** A shorter wait is told without a time of the day. */
const tellsTimeFromMs = 60_000;

function laterOf({ message, retryAfterSeconds = 0 }: ApiError): NonNullable<Attempt['later']> {
  const afterMs = retryAfterSeconds * 1_000;
  // The change is sent by itself, so that the advice to try again is cut off.
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
 * Writes an answer into the cache. A fetch of the same queries that is under way may have been read before the change, and would bring
 * the old state back: it is made again.
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

/** Writes an answer that the worker was given into the cache. Queries in which it overwrites newer data are fetched again. */
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
