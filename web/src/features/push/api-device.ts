import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { pushChoice } from '../../lib/push-choice.ts';
import { pushDevice } from '../../lib/this-push-device.ts';

/** What this device can do about push; asked again when the page is back from the system's settings. */
export const pushStateQuery = queryOptions({
  queryKey: ['push-state'],
  queryFn: () => pushDevice().state(),
  networkMode: 'always',
  refetchOnWindowFocus: 'always',
  meta: { failed: null },
});

let last: Promise<unknown> = Promise.resolve();

/** One after another: a registration that is under way must not bring back what the person has just switched off. */
function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

/** Tells the server where it reaches this device: for as long as the session lasts. */
async function register(): Promise<void> {
  const { vapid_public_key: key } = await api.get_push_settings({});
  await api.subscribe_push(await pushDevice().subscribe(key));
}

/**
 * Registers the device of a new page again: session, address or the server's key may have changed. What another account has left
 * here, whose session has ended without this page, ends.
 */
export const registrationQuery = (account: string) =>
  queryOptions({
    queryKey: ['push-registration', account],
    queryFn: () =>
      inTurn(async () => {
        if (!pushChoice.isOn(account)) await pushDevice().leave();
        else if ((await pushDevice().state()) === 'granted') await register();
        return null;
      }),
    staleTime: Infinity,
    gcTime: Infinity,
    meta: { failed: null },
  });

/**
 * Has the system ask, and pushes to this device from now on. To be called as the person taps.
 * @returns whether it is allowed
 */
export async function turnOn(account: string): Promise<boolean> {
  if (!(await pushDevice().ask())) {
    // oxlint-disable-next-line no-console
    console.info('Push is not allowed on this device.');
    pushChoice.postpone(account);
    return false;
  }
  await inTurn(register);
  pushChoice.set(account, true);
  return true;
}

/** Pushes nothing to this device any more; the account's other devices stay. */
export async function turnOff(account: string): Promise<void> {
  pushChoice.set(account, false);
  const address = await inTurn(() => pushDevice().leave());
  // Without an answer it is off all the same: the push service tells the server that the address is gone.
  if (address) await api.unsubscribe_push(address).catch(() => undefined);
}

/** Whether the person is to be asked now. */
export async function mayOffer(account: string): Promise<boolean> {
  if (!pushChoice.mayAsk(account)) return false;
  const state = await pushDevice().state();
  return state === 'prompt' || state === 'granted';
}
