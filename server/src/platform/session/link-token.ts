import { randomInt } from 'node:crypto';
import { tokenLengths } from '@lapau/contract/links';

const lettersAndDigits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * Makes the token of a mailed or printed link. It has letters and digits only, as chats and terminals leave a hyphen or an underscore
 * at the end of an address out of the link that they make of it.
 */
export const newLinkToken = (kind: keyof typeof tokenLengths): string =>
  Array.from({ length: tokenLengths[kind] }, () => lettersAndDigits[randomInt(lettersAndDigits.length)]).join('');
