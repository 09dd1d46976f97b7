import { accountHeader, sessionHeader } from '@lapau/contract/protocol';
import { inTime } from '../device/in-time.ts';
import { errorOfResponse, networkError } from './api-error.ts';

/* Has the server end a session that was left on this device, from a page (left-session.ts), or from the worker when no page is open. */

/** The beginning of the tag by which the browser wakes the worker to end a session; the session's id is the rest. */
export const leftTag = 'left ';

/**
 * Runs one such end at a time in all tabs and the worker. If the browser does not grant the lock soon, two may run, and each ends only the
 * session that was left.
 */
export async function oneEndAtATime(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work();
  const waiting = new AbortController();
  let release = () => {};
  const done = new Promise<void>((resolve) => (release = resolve));
  const granted = new Promise<void>((resolve, reject) => {
    const hold = () => {
      resolve();
      return done;
    };
    navigator.locks.request('left-session', { signal: waiting.signal }, hold).catch(reject);
  });
  await inTime(granted).catch(() => waiting.abort());
  await work().finally(release);
}

/** How long the answer may take. */
const endMs = 20_000;

/**
 * Ends a session, and none that was begun on the device since.
 * @param left.id the session's id; empty when it is not known
 * @param left.account whose session it is: it is ended by whichever id the browser has for it now
 * @throws ApiError when the session could not be ended; an AbortError when there is no answer in time
 */
export async function requestEnd({ id, account = '' }: { id: string; account?: string | undefined }): Promise<void> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), endMs);
  const { signal } = controller;
  const named = { ...(id !== '' && { [sessionHeader]: id }), ...(account !== '' && { [accountHeader]: account }) };
  try {
    const response = await fetch('/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...named },
      body: '{}',
      credentials: 'same-origin',
      signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? error : networkError();
    });
    const answer: unknown = await response.json().catch((error: unknown) => {
      if (signal.aborted) throw error;
    });
    // A captive portal answers with a page of its own.
    if (response.ok && answer === undefined) throw networkError();
    if (!response.ok) throw errorOfResponse(response.status, answer, response.headers);
  } finally {
    clearTimeout(timer);
  }
}
