import type { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api-error.ts';
import type { AnyKind } from './kind.ts';
import type { Held, OutboxEntry } from './queue.ts';

/** What an attempt came to. */
export type Attempt = {
  isAnswered: boolean;
  /** The server has taken it, with this answer. */
  sent?: { answer: unknown };
  /** The person has to decide about it. */
  held?: Held;
  /** Why the server takes it only later. */
  later?: string | null;
};

const timeoutMs = 20_000;
/** From then on a request without an answer shows as waiting for the signal. */
const slowMs = 3_000;

/** Answers that say nothing about the change: nobody was there, or the server could not serve. */
const notNow = new Set<ApiError['code']>(['network', 'server_error', 'not_ready']);

/** No answer, or one that says 'not now'. An ended session counts too: the change waits for the next one. */
const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 429 || notNow.has(error.code);
const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.code === 'unauthenticated';

type AttemptOptions = {
  client: QueryClient;
  /** Ends the attempt without an answer. */
  closing: AbortSignal;
  onSlow: () => void;
};

/** Makes the request of a change once, or asks the server whether an old one has arrived, and writes the answer into the cache. */
export async function attempt(
  kind: AnyKind,
  { change, at }: OutboxEntry,
  { client, closing, onSlow }: AttemptOptions,
): Promise<Attempt> {
  const aborting = new AbortController();
  const abort = () => aborting.abort();
  closing.addEventListener('abort', abort);
  const timers = kind.endsItself ? [] : [setTimeout(abort, timeoutMs), setTimeout(onSlow, slowMs)];
  const ageMs = Math.max(0, Date.now() - at);
  const { holds } = kind;
  const request = { ageMs, signal: aborting.signal };
  const findOrSend = () =>
    holds && ageMs > holds.afterMs ? holds.findAnswer(change, request) : kind.send(change, request);
  let later: string | null = null;
  // The mutation cache shows a refusal and notices an ended session (query.ts).
  const mutation = client.getMutationCache().build(client, {
    mutationKey: [kind.name],
    mutationFn: async () => {
      try {
        return { answer: await findOrSend() };
      } catch (error) {
        if (error instanceof ApiError && error.status === 429) later = error.message;
        if (isTransient(error)) return null;
        throw error;
      }
    },
    retry: false,
    meta: typeof kind.meta === 'function' ? kind.meta(change) : kind.meta,
  });
  try {
    const sent = await mutation.execute(undefined);
    if (!sent || closing.aborted) return { isAnswered: false, later };
    if (sent.answer === null && holds) return { isAnswered: true, held: { because: 'old' } };
    kind.applyAnswer(client, change, sent.answer);
    kind.onSettled?.(client, change);
    return { isAnswered: true, sent };
  } catch (error) {
    if (isSignedOut(error)) return { isAnswered: false };
    if (!holds || !(error instanceof ApiError)) {
      if (error instanceof ApiError) kind.onRefused?.(change, error, client);
      kind.onSettled?.(client, change);
      return { isAnswered: true };
    }
    const { code, message: reason, details } = error;
    return { isAnswered: true, held: { because: 'refused', code, reason, details } };
  } finally {
    closing.removeEventListener('abort', abort);
    for (const timer of timers) clearTimeout(timer);
  }
}
