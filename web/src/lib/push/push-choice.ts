import { deviceStorage } from '../device/device-storage.ts';
import { isBeyondNow } from '../device/noted-time.ts';

/*
 * The choice of an account about push on this device: on, off, or to be asked later. It stays after a sign-out, so that a person who
 * signs in again need not choose again.
 */

const keyOf = (account: string) => `push ${account}`;
/** The time after which a person who has said 'Nanti' is asked again. */
const pauseMs = 90 * 24 * 60 * 60_000;

const listeners = new Set<() => void>();

const read = (account: string): string | null => deviceStorage.get(keyOf(account));

function write(account: string, choice: string): void {
  deviceStorage.set(keyOf(account), choice);
  for (const listener of listeners) listener();
}

export const pushChoice = {
  isOn: (account: string): boolean => read(account) === 'on',
  set: (account: string, isOn: boolean): void => write(account, isOn ? 'on' : 'off'),
  /** Whether the account may be asked: it has not chosen, or was asked long ago. */
  mayAsk: (account: string, now = Date.now()): boolean => {
    const choice = read(account);
    return choice === null || Number(choice) + pauseMs < now || isBeyondNow(Number(choice), now);
  },
  /** Notes that the account wants to be asked later. */
  postpone: (account: string, now = Date.now()): void => write(account, String(now)),
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
