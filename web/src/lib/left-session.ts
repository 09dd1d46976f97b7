import { deviceStorage } from './device-storage.ts';
import { oneEndAtATime, requestEnd } from './session-end.ts';

/*
 * A session that its person has left on this device, also without a signal, and that the server does not know yet to have ended. Its
 * cookie is still there, as no page can delete one that is HttpOnly: nobody counts as signed in, and a page makes no request before
 * the one that ends it (api.ts), so that nothing that the next person does goes by it.
 */

const name = 'left-session';

/** The id of such a session; empty when it is not known, null when there is none. */
export const leftSession = (): string | null => deviceStorage.get(name);

export const noteLeftSession = (id: string): void => void deviceStorage.set(name, id);

/** Ends such a session on the server. @throws ApiError when it could not */
export const endLeftSession = (signal: AbortSignal): Promise<void> =>
  oneEndAtATime(signal, async () => {
    const id = leftSession();
    // Another tab may have ended it meanwhile.
    if (id === null) return;
    await requestEnd(id, signal);
    deviceStorage.remove(name);
  });
