import { readTypedSymbols } from './typed-code.ts';

/** Crockford's base 32: without I, L, O and U, no symbol is taken for another one when a code is read out. */
export const recoveryCodeSymbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Twelve symbols are 60 bits. */
export const recoveryCodeLength = 12;

/** Reads a typed recovery code or mailed code into its own symbols: in capitals, without what is no letter or digit. */
export const readRecoveryCode = (typed: string): string =>
  readTypedSymbols(typed)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

export const isRecoveryCode = (code: string): boolean => /^[0-9A-HJKMNP-TV-Z]{12}$/.test(code);

/** The length of a mailed code that confirms a sign-in. It has digits only, which every keyboard of a phone has at hand. */
export const confirmationCodeLength = 6;

/** The digits of the mailed code that everybody shares who signs in to an account while too many do: as many as a recovery code has. */
export const sharedCodeLength = recoveryCodeLength;

/** Whether a code, as readRecoveryCode reads it, can confirm a sign-in: a mailed one, or one that an admin reads out. */
export const isConfirmationCode = (code: string): boolean => /^[0-9]{6}$/.test(code) || isRecoveryCode(code);

/** Writes a code in groups of four, as it is shown and read out. */
export const formatRecoveryCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-');
