import { AsyncLocalStorage } from 'node:async_hooks';
import { crc32 } from 'node:zlib';
import type { ErrorCode } from '@lapau/contract/errors';

/** The request that is being answered. Connections and timers that it has opened outlive it, and belong to nobody then. */
export type RequestContext = {
  id: string;
  /** The route's own pattern, not the address that was asked for. */
  url: string | undefined;
  isOver: boolean;
  /** The code with which the request was refused. */
  code?: ErrorCode;
};

const contexts = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs the function, and everything asynchronous that it begins, as part of the request. */
export const runInRequest = (context: RequestContext, run: () => void): void => contexts.run(context, run);

/** Runs the function as part of no request. */
export const runOutsideRequests = (run: () => void): void => contexts.run(undefined, run);

/** The request that the caller is part of, until it is answered. */
export function currentRequest(): RequestContext | undefined {
  const context = contexts.getStore();
  return context?.isOver ? undefined : context;
}

/** These digits and consonants are not mistaken for one another, and form no words. */
const letters = '23456789BCDFGHJKMNPQRSTVWXYZ';
const length = 4;

/**
 * A request's id in short, to be said on the phone: 'Kode: 7F3K' in what a person sees, `reference` in the log. There are 614 656 of
 * them: among a thousand failures in a log, one shares its reference with another by a chance of one in 600, and then the time tells
 * them apart.
 */
export function referenceOf(requestId: string): string {
  let rest = crc32(requestId);
  let reference = '';
  for (; reference.length < length; rest = Math.floor(rest / letters.length))
    reference += letters[rest % letters.length];
  return reference;
}
