import { deviceStorage } from '../device/device-storage.ts';
import { noteAnswer } from '../network/follow-network.ts';
import { noteFailedNetwork } from '../network/signal.ts';
import { ApiError, isNetworkError } from './api-error.ts';
import { oneEndAtATime, requestEnd } from './session-end.ts';

/*
 * A session that its person has left on this device, also without a signal, and that the server does not know yet to have ended. Its
 * cookie is still there, as no page can delete one that is HttpOnly: nobody counts as signed in, and a page makes no request by that
 * cookie before the one that ends it (api.ts), so that nothing that the next person does goes by it.
 */

const name = 'left-session';

export const isSessionLeft = (): boolean => deviceStorage.get(name) !== null;

/** @param id empty when it is not known */
export const noteLeftSession = (id: string, account: string): void => void deviceStorage.set(name, `${id} ${account}`);

let ending: Promise<void> | undefined;

/** Ends such a session on the server; called again meanwhile it is the same end. @throws as `requestEnd` when it could not */
export function endLeftSession(): Promise<void> {
  ending ??= oneEndAtATime(end).finally(() => (ending = undefined));
  return ending;
}

async function end(): Promise<void> {
  const left = deviceStorage.get(name);
  // Another tab may have ended it meanwhile.
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
  // Another tab may have ended it too, and its next person have left already.
  if (deviceStorage.get(name) === left) deviceStorage.remove(name);
}

/**
 * With which credentials to read, after such a session was ended. Where the server answers that it cannot end it, without any: who has
 * left is not signed in by that, and what everybody may read can be read.
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
