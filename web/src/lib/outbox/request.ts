import type { CallInput, CallName, CallOutput } from '@lapau/contract/calls';
import { ApiError, isSignedOut, isSuspension } from '../calls/api-error.ts';
import { knownServerNow } from '../device/server-time.ts';

/** The tag by which the browser tells the service worker to send the waiting changes. */
export const syncTag = 'outbox';

/** A change's one call as plain data, which the service worker can make too. */
export type CallRequest<Name extends CallName = CallName> = {
  call: Name;
  input: CallInput<Name>;
  /** Whether the call is told how old the change is, as `age_ms`. */
  isDated?: true;
};

/** The calls with such an answer. */
export type RequestFor<Answer> = {
  [Name in CallName]: CallOutput<Name> extends Answer ? CallRequest<Name> : never;
}[CallName];

/** The request as it is stored with its change. */
export type StoredRequest = CallRequest & {
  /** The protocol of the app that has stored the request (contract/src/protocol.ts). */
  protocol: number;
  /** An older change is left to a page, which may have to ask about it. */
  maxAgeMs: number;
};

/** The answer that the worker was given, for the next page to show. */
export type StoredResponse = { status: number; body: unknown; at: number };

/** Whether the server has taken the change. */
export const isSent = (response: StoredResponse | undefined): boolean =>
  response !== undefined && response.status < 400;

/** When a change was made, in milliseconds since 1970: by the phone's clock, and by the server's where that could be told. */
export type Made = { at: number; serverAt?: number | undefined };

export const madeNow = (): Made => ({ at: Date.now(), serverAt: knownServerNow() });

/** When a change was made, as it is shown beside the server's times. */
export const shownTimeOf = ({ at, serverAt = at }: Made): string => new Date(serverAt).toISOString();

/** The input of the call for a change that was made at a time. */
export const inputOf = ({ input, isDated }: CallRequest, made: Made): object =>
  isDated ? { ...input, age_ms: ageOf(made) } : input;

/**
 * Whether the age of a change is unknown until the server has said what time it is: since that was last heard, the phone's clock has gone
 * on by a month, or has jumped.
 */
export const isAgeUnknown = ({ serverAt }: Made): boolean => serverAt !== undefined && knownServerNow() === undefined;

/** How long ago a change was made, whatever happened to the phone's clock since. A change with a later time than now is new. */
export function ageOf({ at, serverAt }: Made): number {
  const now = serverAt === undefined ? undefined : knownServerNow();
  return Math.round(Math.max(0, now === undefined || serverAt === undefined ? Date.now() - at : now - serverAt));
}

/**
 * Answers that say nothing about the change, whatever their status: nobody answered, or not Lapau, or the request has come by an
 * address that the operator has not set up, or to a server of another release.
 */
const notAboutIt = new Set<ApiError['code']>([
  'network',
  'server_error',
  'foreign_host',
  'foreign_origin',
  'unknown_call',
  'method_not_allowed',
]);

/** Failures of the server that last: it answers not_ready instead if a later attempt may succeed. */
const lasting = new Set<ApiError['code']>([
  'image_delete_failed',
  'banner_not_deactivated',
  // This failure lasts until the operator has mended it.
  'photos_unavailable',
]);

/** Whether there was no answer, or one that says 'not now': the same request may succeed later. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  notAboutIt.has(error.code) ||
  error.status === 429 ||
  (error.status >= 500 && !lasting.has(error.code));

/**
 * Whether the session has ended, is another person's, or its person is suspended. This does not refuse the change, which waits until they
 * are back; after a suspension the page deletes it (D83).
 */
export const isSessionOver = (error: unknown): boolean => isSignedOut(error) || isSuspension(error);
