import { limits } from '@lapau/contract/limits';
import { textProblem } from '@lapau/contract/text-checks';

// Quick answers while typing; the server holds the same rules (contract/src/text.ts), and its answer counts.

const missing = 'Wajib diisi.';
const atMost = (value: number) => ({ value, message: `Paling banyak ${value} huruf.` });

/** One line of at most `max` characters, or none. */
export const optional = (max: number) => ({
  maxLength: atMost(max),
  validate: (value: string) => textProblem(value.trim(), 'one') ?? true,
});

/** One line of 1 to `max` characters. */
export const required = (max: number) => ({
  maxLength: atMost(max),
  validate: (value: string) => (value.trim() === '' ? missing : (textProblem(value.trim(), 'one') ?? true)),
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
