import type { SignUp } from '@lapau/contract/auth';
import { post } from '../../lib/api.ts';

// The auth library's own paths; create_first_admin and get_sign_up_options are ordinary calls.

export const signIn = (input: { email: string; password: string }) => post('/auth/sign-in/email', input);

/** Signed in afterwards, unless the e-mail is to be verified first (D3). */
export const signUp = (input: SignUp) => post('/auth/sign-up/email', input) as Promise<{ signed_in: boolean }>;

/** Answers alike for known and unknown addresses (D3). */
export const requestPasswordReset = (input: { email: string }) => post('/auth/request-password-reset', input);

/** Ends every session of the person and every other link (D5). */
export const resetPassword = (input: { newPassword: string; token: string }) => post('/auth/reset-password', input);
