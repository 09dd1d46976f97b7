import { limits } from '@lapau/contract/limits';

// Quick answers while typing; the server holds the same rules (contract/src/text.ts), and its answer counts.

const missing = 'Wajib diisi.';
const atMost = (value: number) => ({ value, message: `Paling banyak ${value} huruf.` });

/** A text of at most `max` characters, or none. */
export const optional = (max: number) => ({ maxLength: atMost(max) });

/** A text of 1 to `max` characters that are not all spaces. */
export const required = (max: number) => ({
  maxLength: atMost(max),
  validate: (value: string) => value.trim() !== '' || missing,
});

export const email = {
  required: missing,
  maxLength: atMost(limits.email),
  pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: 'Alamat email tidak sah.' },
};

export const password = { required: missing };

export const newPassword = {
  required: missing,
  minLength: { value: limits.passwordMin, message: `Password minimal ${limits.passwordMin} karakter.` },
  maxLength: { value: limits.passwordMax, message: `Password paling banyak ${limits.passwordMax} karakter.` },
};
