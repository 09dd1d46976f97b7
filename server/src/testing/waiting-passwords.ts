import { waitingPasswords } from '../platform/passwords.ts';

/** How many passwords of strangers wait for their turn to be hashed. */
export const countWaitingStrangers = (): number => waitingPasswords('sign-ins') + waitingPasswords('sign-ups');
