import { sessionHeader } from '@lapau/contract/protocol';
import { errorOfResponse, networkError } from './api-error.ts';

/* Has the server end a session that was left on this device: by pages (left-session.ts), or by the worker when they are closed. */

/** The beginning of the tag by which the browser wakes the worker for that; the id of the session is the rest. */
export const leftTag = 'left ';

/** Runs one such end at a time: its answer clears the cookie, which would be that of whoever has signed in after an earlier answer. */
export const oneEndAtATime = (signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  'locks' in navigator ? navigator.locks.request('left-session', { signal }, work) : work();

/**
 * Ends a session, and none that was begun on the device since.
 * @param id empty when it is not known: whichever there is
 * @throws ApiError when it could not
 */
export async function requestEnd(id: string, signal: AbortSignal): Promise<void> {
  const response = await fetch('/auth/sign-out', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(id !== '' && { [sessionHeader]: id }) },
    body: '{}',
    credentials: 'same-origin',
    signal,
  }).catch((error: unknown) => {
    throw signal.aborted ? error : networkError();
  });
  const answer: unknown = await response.json().catch(() => undefined);
  // A captive portal answers with a page of its own.
  if (response.ok && answer === undefined) throw networkError();
  if (!response.ok) throw errorOfResponse(response.status, answer, response.headers);
}
