import { deviceStorage } from '../device/device-storage.ts';
import { tellServer } from '../device/told-server.ts';
import { noteAnswer } from '../network/follow-network.ts';
import { noteFailedNetwork } from '../network/signal.ts';
import { ApiError, isNetworkError } from './api-error.ts';
import { oneEndAtATime, requestEnd } from './session-end.ts';

/*
 * A session that its person has left on this device, also without a signal, and of whose end the server does not know yet. Its cookie is
 * still there, as no page can delete one that is HttpOnly. Nobody counts as signed in, and a page makes no request with that cookie before
 * the request that ends the session (api.ts). So nothing that the next person does belongs to it.
 */

const name = 'left-session';

export const isSessionLeft = (): boolean => deviceStorage.get(name) !== null;

/** Tells the server, with the next page, whether there is such a session. */
export const tellOfLeftSession = (): void => tellServer('left', isSessionLeft() ? '1' : undefined);

/** @param id the id of the session; empty when it is not known */
export function noteLeftSession(id: string, account: string): void {
  deviceStorage.set(name, `${id} ${account}`);
  tellOfLeftSession();
}

let ending: Promise<void> | undefined;

/** Ends such a session on the server; a further call meanwhile joins the same request. @throws as `requestEnd` when it could not */
export function endLeftSession(): Promise<void> {
  ending ??= oneEndAtATime(end).finally(() => (ending = undefined));
  return ending;
}

async function end(): Promise<void> {
  const left = deviceStorage.get(name);
  // Another tab may have ended the session meanwhile.
  if (left === null) return;
  const [id = '', account] = left.split(' ');
  try {
    await requestEnd({ id, account });
  } catch (error) {
    if (isNetworkError(error)) noteFailedNetwork();
    else if (error instanceof ApiError) noteAnswer();
    throw error;
  }
  noteAnswer();
  // Another tab may have ended it too, and the next person may have left a session already.
  if (deviceStorage.get(name) === left) deviceStorage.remove(name);
  tellOfLeftSession();
}

/**
 * The credentials with which to read, once such a session was ended. If the server answers that it cannot end it, there are none: the
 * person who has left is not signed in then, and what everybody may read can be read.
 * @throws as `requestEnd` when there was no answer
 */
export async function credentialsOfRead(): Promise<RequestCredentials> {
  if (!isSessionLeft()) return 'same-origin';
  try {
    await endLeftSession();
    return 'same-origin';
  } catch (error) {
    if (!(error instanceof ApiError) || isNetworkError(error)) throw error;
    return 'omit';
  }
}
