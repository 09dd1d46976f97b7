import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import type { Query, QueryPersister } from '@tanstack/react-query';
import {
  ApiError,
  Cancelled,
  codeOf,
  isNetworkError,
  isSignedOut,
  isSuspension,
  reasonOf,
} from '../calls/api-error.ts';
import { isFromDevice } from '../calls/boot.ts';
import { isShownInForm } from '../calls/form-errors.ts';
import { inTime } from '../device/in-time.ts';
import { createLazyCode } from '../device/lazy-code.ts';
import { sessionOver, toast } from '../screen/toast.ts';

type ErrorMeta = Record<string, unknown> & {
  /**
   * The toast's text after a failure, such as 'Gagal memuat feed.'; '{detail}' in it is replaced by the reason. Left out,
   * the reason alone is shown; null shows no toast, for failures that the screen always shows.
   */
  failed?: string | null;
  /** Other texts for some error codes, an ended session (`unauthenticated`) among them; null as above. */
  failedBy?: Partial<Record<ApiError['code'], string | null>>;
  /**
   * Whether the screen does without the query's data, such as the banner. Other queries have an error view in the place of
   * their data, which makes a toast needless.
   */
  isOptional?: boolean;
};

type QueryMeta = ErrorMeta & {
  /** Stored on the device for a start without a signal, whole or what the function leaves of it (stored-answers.ts). */
  stored?: true | ((data: never) => unknown);
};

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: QueryMeta;
    mutationMeta: ErrorMeta;
  }
}

const minuteMs = 60_000;
const maxRetries = 3;

/**
 * Whether a failed request is tried again: up to three times, when there was no answer, the rate limit was hit or the server failed,
 * unless it can take no photos at all. The other limits (429 too) last for an hour or a day. Every read uses this; a write takes it as its
 * `retry` when it carries a client-made id.
 */
export function retryTransient(failures: number, error: unknown): boolean {
  if (failures >= maxRetries || !(error instanceof ApiError)) return false;
  if (error.code === 'photos_unavailable') return false;
  return error.code === 'network' || error.code === 'rate_limited' || error.status >= 500;
}

/** Milliseconds before the next attempt: 1 s, 2 s, 4 s … at most 30 s. */
export const retryDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000);

/** Shows an error as a toast; a later one of the same cause replaces it. */
function toastError(error: Error, { failed, failedBy }: ErrorMeta): void {
  const reason = reasonOf(error);
  const textOfCode = error instanceof ApiError ? failedBy?.[error.code] : undefined;
  const template = textOfCode === undefined ? failed : textOfCode;
  // The login page says why a suspended person was signed out; what was cancelled has not failed.
  if (template === null || isSuspension(error) || error instanceof Cancelled) return;
  const text = template?.replace('{detail}', reason) ?? reason;
  if (isSignedOut(error)) return toast.error(text, { id: sessionOver, outlivesScreen: true });
  const more = [text.includes(reason) ? undefined : reason, codeOf(error)].filter(Boolean).join(' ');
  toast.error(text, { id: template ?? reason, description: more || undefined });
}

/** Takes back the toasts of earlier failures, as the same request has succeeded now. */
function clearErrors({ failed, failedBy = {} }: ErrorMeta = {}): void {
  for (const id of [failed, ...Object.values(failedBy)]) if (id) toast.clearError(id);
}

/** The code that reads and writes the answers on the device. It is not part of the first load. */
export const storedAnswers = createLazyCode(() => import('./stored-answers.ts'));

/** The device's answer to a query, if it comes within a second. A page from the server asks the device only once the code is there. */
async function findOnDevice(client: QueryClient, query: Query) {
  if (isFromDevice) await inTime(storedAnswers.load()).catch(() => false);
  const code = storedAnswers.state();
  return code.status === 'ready' ? code.code.readAnswer(client, query) : undefined;
}

/**
 * Answers a query without data from the device, and then fetches it. If the device was late, it is asked again where the server does not
 * answer either.
 */
const answerFromDevice: QueryPersister = async (queryFn, context, query) => {
  if (!query.meta?.stored || query.state.data !== undefined) return queryFn(context);
  let stored = await findOnDevice(context.client, query);
  if (!stored) {
    try {
      return await queryFn(context);
    } catch (error) {
      stored = isNetworkError(error) ? await findOnDevice(context.client, query) : undefined;
      if (!stored) throw error;
    }
  }
  // The time is set once the data is in the cache, which counts it as fetched now.
  notifyManager.schedule(() => {
    query.setState({ dataUpdatedAt: stored.updatedAt });
    query.fetch().catch(() => undefined);
  });
  return stored.data;
};

/**
 * The query and mutation caches, with the constants of product.md#constants. If loading or saving fails and the screen does not say so,
 * a toast says it here and nowhere else.
 * @param recheckSession called when an answer says that the session has ended or the person is suspended
 */
export function createQueryClient(recheckSession: (client: QueryClient) => void): QueryClient {
  function recheckIfEnded(error: Error): void {
    if (isSignedOut(error) || isSuspension(error)) recheckSession(client);
  }

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { state, meta = {} }) => {
        const isRefresh = state.data !== undefined;
        // Only the offline bar shows that the data on the screen could not be refreshed (D45).
        if (isRefresh && isNetworkError(error)) return;
        recheckIfEnded(error);
        const isNextPage = state.fetchMeta?.fetchMore !== undefined;
        const isOnScreen = isNextPage || (!isRefresh && !meta.isOptional);
        // The session query shows its own toast, if there was a session.
        if (isSuspension(error) || !(isOnScreen || isSignedOut(error))) toastError(error, meta);
      },
      onSuccess: (_data, { meta }) => clearErrors(meta),
    }),
    mutationCache: new MutationCache({
      onError: (error) => recheckIfEnded(error),
      onSuccess: (_data, _variables, _result, { meta }) => clearErrors(meta),
      // This runs after the mutation's own onError, in which its form shows what it can.
      onSettled: (_data, error, _variables, _result, { meta = {} }) => {
        if (!error || isShownInForm(error)) return;
        if (!isSignedOut(error) || meta.failedBy?.[error.code]) toastError(error, meta);
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 5 * minuteMs,
        gcTime: 5 * minuteMs,
        retry: retryTransient,
        retryDelay,
        // Offline a request fails at once, instead of waiting until there is a network (D45).
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: answerFromDevice,
      },
      mutations: { networkMode: 'always', retryDelay },
    },
  });
  return client;
}
