import type { ErrorCode, ErrorEnvelope } from '@lapau/contract/errors';
import { signalAdvice } from '../network/signal-advice.ts';

/** A call or upload that did not succeed. `message` is Indonesian and may be shown as it is. */
export class ApiError extends Error {
  /** A code of the contract, or `network` if there was no answer at all. */
  readonly code: ErrorCode | 'network';
  /** The HTTP status, 0 without an answer. */
  readonly status: number;
  /** The problem of each field, in Indonesian. */
  readonly details: Record<string, string>;
  /** The server's present version of what was sent, or other data about the error (ErrorEnvelope in contract/src/errors.ts). */
  readonly current: unknown;
  /** The name of the request in the server's log, if the failure is the server's fault. */
  readonly reference: string | undefined;
  /** The seconds after which the server takes the request, if it has said so (Retry-After). */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ApiError['code'],
    status: number,
    message: string,
    {
      details = {},
      current,
      reference,
      retryAfterSeconds,
    }: Pick<Partial<ErrorEnvelope>, 'details' | 'current' | 'reference'> & { retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.details = details;
    this.current = current;
    this.reference = reference;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The page itself has ended a request, as the person has left the screen that needed it: nothing has failed. */
export class Cancelled extends Error {
  override name = 'Cancelled';
}

/** The error of a request without a response. */
export const networkError = () => new ApiError('network', 0, `Tidak dapat terhubung ke server. ${signalAdvice()}.`);

export const isNetworkError = (error: unknown): boolean => error instanceof ApiError && error.code === 'network';

/** The text that tells an error. Anything but an ApiError is a bug of this program, whose English message is not shown. */
export const reasonOf = (error: Error): string => (error instanceof ApiError ? error.message : 'Terjadi kesalahan.');

/** The code by which the operator finds the failure in the server's log: 'Kode: 7F3K'; undefined when it is not the server's fault. */
export const codeOf = (error: Error | null): string | undefined =>
  error instanceof ApiError && error.reference !== undefined ? `Kode: ${error.reference}` : undefined;

/**
 * The error of a response that is not a success. A body without our envelope comes from a proxy or a captive portal, and
 * counts as `server_error`.
 */
export function errorOfResponse(status: number, body: unknown, headers?: Headers): ApiError {
  const { code, message, details, current, reference } = (body ?? {}) as Partial<ErrorEnvelope>;
  const retryAfterSeconds = Number(headers?.get('retry-after')) || undefined;
  if (typeof code !== 'string' || typeof message !== 'string') {
    return new ApiError('server_error', status, 'Terjadi kesalahan pada server. Coba lagi sebentar lagi.');
  }
  // The general sentence says only that something is wrong; the sentences of the fields say more.
  const problems = code === 'invalid_input' ? new Set(Object.values(details ?? {})) : [];
  const text = [...problems].join(' ') || message;
  return new ApiError(code, status, text, { details, current, reference, retryAfterSeconds });
}

const suspensions = new Set<string>(['account_deleted', 'account_suspended', 'warung_suspended']);

/** Whether the person, or the stall they sell from, is suspended, or their account deleted. */
export const isSuspension = (error: unknown): error is ApiError =>
  error instanceof ApiError && suspensions.has(error.code);

/** Whether there is no session any more, or it is another person's. */
export const isSignedOut = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.code === 'unauthenticated' || error.code === 'other_account');

const filterNames: Record<string, string> = { search_term: 'Kata pencarian', nagari_filter: 'Nagari' };

/** Why the server refuses the search term or filter of a list (422), or undefined for any other error. */
export function filterRefusal(error: Error | null): string | undefined {
  if (!(error instanceof ApiError) || error.code !== 'invalid_input') return undefined;
  const [reason] = Object.entries(error.details).flatMap(([field, text]) =>
    filterNames[field] ? `${filterNames[field]}: ${text}` : [],
  );
  return reason ?? error.message;
}
