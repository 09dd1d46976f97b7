import { waitingPasswords } from '../platform/passwords/passwords.ts';

/** How many passwords of strangers wait for their turn to be hashed. */
export const countWaitingStrangers = (): number => waitingPasswords('sign-ins') + waitingPasswords('sign-ups');
