import type { CallInput } from '@lapau/contract/calls';

/**
 * The state of push on the device: nobody was asked yet (`prompt`), it is allowed, or it is not, as the person has blocked it in the
 * system, has to install the app first (iPhone), or the browser or app has no push. `off`: the operator has no worker.
 */
export type PushState = 'prompt' | 'granted' | 'blocked' | 'install' | 'none' | 'off';

export type PushDevice = {
  state: () => Promise<PushState>;
  /** Has the system ask the person. To be called as they tap, before anything is awaited. @returns whether it is allowed */
  ask: () => Promise<boolean>;
  /**
   * Makes the address to which the server pushes, or finds the one that there is.
   * @param key the server's public key
   */
  subscribe: (key: string) => Promise<CallInput<'subscribe_push'>>;
  /** Whether there is an address. */
  hasAddress: () => Promise<boolean>;
  /** Ends the address: pushes on their way to it do not arrive. @returns the address, if there was one */
  leave: () => Promise<CallInput<'unsubscribe_push'> | undefined>;
};
