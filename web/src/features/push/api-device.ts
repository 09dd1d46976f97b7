import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../lib/calls/api-error.ts';
import { api } from '../../lib/calls/api.ts';
import { deviceStorage } from '../../lib/device/device-storage.ts';
import { pushChoice } from '../../lib/push/push-choice.ts';
import { pushDevice } from '../../lib/push/this-push-device.ts';

/** What this device can do about push; asked again when the page is back from the system's settings. */
export const pushStateQuery = queryOptions({
  queryKey: ['push-state'],
  queryFn: () => pushDevice().state(),
  networkMode: 'always',
  refetchOnWindowFocus: 'always',
  meta: { failed: null },
});

let last: Promise<unknown> = Promise.resolve();

/** Runs one task after another: a registration under way must not bring back the push that the person has just switched off. */
function inTurn<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const next = last.then(work);
  last = next.catch(() => undefined);
  return next;
}

/** The address that the server was given last. */
const givenKey = 'push-address';

/**
 * Tells the server the address of this device, which is valid for as long as the session lasts. If the server had an address and lost it,
 * its push service has given it up, whatever the browser believes: then another one is made.
 */
async function register(): Promise<void> {
  const { vapid_public_key: key } = await api.get_push_settings({});
  const giveAddress = async () => {
    const address = await pushDevice().subscribe(key);
    const isSame = deviceStorage.get(givenKey) === (address.endpoint ?? address.fcm_token);
    const { was_known: wasKnown } = await api.subscribe_push(address);
    deviceStorage.set(givenKey, address.endpoint ?? address.fcm_token ?? '');
    return { isGivenUp: isSame && !wasKnown };
  };
  if (!(await giveAddress()).isGivenUp) return;
  await leave();
  await giveAddress();
}

/** Ends pushes to this device. */
async function leave(): Promise<void> {
  const address = await pushDevice().leave();
  deviceStorage.remove(givenKey);
  // Push is off even without an answer: the push service tells the server that the address is gone.
  if (address) await api.unsubscribe_push(address).catch(() => undefined);
}

/** Whether pushes come to this device; if they do not although the account wants them, also the reason. */
type Registration = {
  isOn: boolean;
  failure?: Error;
  /** Whether the server does not answer at the moment. */
  isUnsure?: boolean;
};

const unsureMs = 60_000;

/**
 * Registers the device of a new page again: session, address or the server's key may have changed. A registration that another account
 * has left here, whose session has ended without this page, ends.
 */
export const registrationQuery = (account: string) =>
  queryOptions({
    queryKey: ['push-registration', account],
    queryFn: () => inTurn(() => registerAgain(account)),
    staleTime: Infinity,
    gcTime: Infinity,
    refetchInterval: ({ state }) => (state.data?.isUnsure ? unsureMs : false),
    meta: { failed: null },
  });

async function registerAgain(account: string): Promise<Registration> {
  if (!pushChoice.isOn(account)) {
    await leave();
    return { isOn: false };
  }
  if ((await pushDevice().state()) !== 'granted') return { isOn: false };
  try {
    await register();
    return { isOn: true };
  } catch (error) {
    const failure = error instanceof Error ? error : new Error('The device has failed.', { cause: error });
    const isUnsure = isUnanswered(failure);
    // An address that was registered before stays registered.
    return {
      isOn: isUnsure && deviceStorage.get(givenKey) !== null && (await pushDevice().hasAddress()),
      failure,
      isUnsure,
    };
  }
}

const isUnanswered = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'network' || error.code === 'rate_limited' || error.status >= 500);

/**
 * Has the system ask for permission, and pushes to this device from now on. It has to be called as the person taps.
 * @returns whether it is allowed
 * @throws the refusal of the browser or the server: nothing is on then, and nothing is left of the attempt
 */
export async function turnOn(account: string): Promise<boolean> {
  if (!(await pushDevice().ask())) {
    // oxlint-disable-next-line no-console
    console.info('Push is not allowed on this device.');
    pushChoice.postpone(account);
    return false;
  }
  await inTurn(async () => {
    try {
      await register();
    } catch (error) {
      await leave().catch(() => undefined);
      throw error;
    }
    pushChoice.set(account, true);
  });
  return true;
}

/**
 * Ends pushes to this device; the account's other devices keep theirs.
 * @throws when the device keeps its address: push is still on then
 */
export async function turnOff(account: string): Promise<void> {
  await inTurn(async () => {
    await leave();
    pushChoice.set(account, false);
  });
}

/** Whether the person is to be asked now. */
export async function mayOffer(account: string): Promise<boolean> {
  if (!pushChoice.mayAsk(account)) return false;
  const state = await pushDevice().state();
  return state === 'prompt' || state === 'granted';
}
