import { readTypedSymbols } from './typed-code.ts';

/** Crockford's base 32: without I, L, O and U, no symbol is taken for another one when a code is read out. */
export const recoveryCodeSymbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Twelve symbols are 60 bits. */
export const recoveryCodeLength = 12;

/** What was typed as a recovery code or a mailed one, in its own symbols: small letters do not count, nor what is no letter or digit. */
export const readRecoveryCode = (typed: string): string =>
  readTypedSymbols(typed)
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

export const isRecoveryCode = (code: string): boolean => /^[0-9A-HJKMNP-TV-Z]{12}$/.test(code);

/** A mailed code that confirms a sign-in: digits only, which every keyboard of a phone has at hand. */
export const confirmationCodeLength = 6;

/** A mailed code that all share who sign in to an account while too many do: digits, as many as a recovery code has symbols. */
export const sharedCodeLength = recoveryCodeLength;

/** Whether a code, as readRecoveryCode reads it, can confirm a sign-in: a mailed one, or one that an admin reads out. */
export const isConfirmationCode = (code: string): boolean => /^[0-9]{6}$/.test(code) || isRecoveryCode(code);

/** In groups of four, as it is shown and read out. */
export const formatRecoveryCode = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-');
