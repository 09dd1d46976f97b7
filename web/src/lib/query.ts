import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isSuspension } from './api-error.ts';
import { toast } from './toast.ts';

interface FailureMeta extends Record<string, unknown> {
  /**
   * What a failure says: 'Gagal memuat feed.'; '{detail}' in it becomes the reason. Left out, the reason alone is shown;
   * null when the screen itself says it.
   */
  failed?: string | null;
  /** What a failure says instead for some reasons, a session that is over among them; null as above. */
  failedBy?: Partial<Record<ApiError['code'], string | null>>;
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: FailureMeta;
    mutationMeta: FailureMeta;
  }
}

const minutes = 60_000;
const retries = 3;

/**
 * Whether a failed request is tried again (D44): up to three times, when there was no answer, too many came, or the
 * server failed. The default of every read; a write takes it as its `retry` when it carries a client-made id.
 */
export function retryTransient(failures: number, error: unknown): boolean {
  if (failures >= retries || !(error instanceof ApiError)) return false;
  return error.code === 'network' || error.status === 429 || error.status >= 500;
}

/** Milliseconds before the next try: 1 s, 2 s, 4 s … at most 30 s. */
export const retryDelay = (failures: number): number => Math.min(1000 * 2 ** failures, 30_000);

/** Shows a failure once: the same text replaces itself instead of piling up. */
function tellFailure(error: Error, { failed, failedBy }: FailureMeta): void {
  // What is not an ApiError is a mistake in this program: its English message helps nobody.
  const reason = error instanceof ApiError ? error.message : 'Terjadi kesalahan.';
  const saidOfReason = error instanceof ApiError ? failedBy?.[error.code] : undefined;
  const said = saidOfReason === undefined ? failed : saidOfReason;
  if (said === null && !isSuspension(error)) return;
  const text = isSuspension(error) ? reason : (said?.replace('{detail}', reason) ?? reason);
  toast.error(text, { id: text, description: text.includes(reason) ? undefined : reason });
}

/**
 * The cache of everything read from the server, with the constants of product.md#constants (D47), and the one place that
 * tells what could not be loaded or saved.
 * @param recheckSession called when an answer says that the session is over or the person suspended
 */
export function createQueryClient(recheckSession: (client: QueryClient) => void): QueryClient {
  function fail(error: Error, meta: FailureMeta = {}): void {
    const isSignedOut = error instanceof ApiError && error.code === 'unauthenticated';
    if (isSignedOut || isSuspension(error)) recheckSession(client);
    // The session tells this one itself, if there was one.
    if (!isSignedOut || meta.failedBy?.unauthenticated) tellFailure(error, meta);
  }

  const client = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        // A failed refresh of what is already on the screen is told by the offline bar alone (D45).
        const isRefresh = query.state.data !== undefined;
        if (isRefresh && error instanceof ApiError && error.code === 'network') return;
        fail(error, query.meta);
      },
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => fail(error, mutation.meta),
    }),
    defaultOptions: {
      queries: {
        staleTime: 5 * minutes,
        gcTime: 5 * minutes,
        retry: retryTransient,
        retryDelay,
        // Offline a request fails and says so, instead of waiting for ever (D45).
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retryDelay },
    },
  });
  return client;
}
