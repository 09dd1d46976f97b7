import { limits } from '@lapau/contract/limits';
import { textProblem } from '@lapau/contract/text-checks';
import { tooLong } from './too-long.ts';

// Quick answers while typing; the server holds the same rules (contract/src/text.ts), and its answer counts.

const missing = 'Wajib diisi.';
const atMost = (max: number) => (value: string) => tooLong(value, max) ?? true;

/** One line of at most `max` characters, or none. */
export const optional = (max: number) => ({
  validate: {
    length: atMost(max),
    text: (value: string) => textProblem(value.trim(), 'one') ?? true,
  },
});

/** One line of 1 to `max` characters. */
export const required = (max: number) => ({
  validate: {
    required: (value: string) => value.trim() !== '' || missing,
    ...optional(max).validate,
  },
});

export const email = {
  required: missing,
  validate: { length: atMost(limits.email) },
  pattern: { value: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/, message: 'Alamat email tidak sah.' },
};

export const password = { required: missing };

export const newPassword = {
  required: missing,
  minLength: { value: limits.passwordMin, message: `Password minimal ${limits.passwordMin} karakter.` },
  maxLength: { value: limits.passwordMax, message: `Password paling banyak ${limits.passwordMax} karakter.` },
};
