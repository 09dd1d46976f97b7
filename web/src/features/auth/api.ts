import { signUpFromLink } from '@lapau/contract/auth';
import type { SignIn, SignUp } from '@lapau/contract/auth';
import type { CallInput } from '@lapau/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { api, post } from '../../lib/calls/api.ts';

// These are the auth library's own paths; create_first_admin and get_sign_up_options are ordinary calls.

/** The time limit is longer than a request may wait for its turn on a busy server, so that no answer comes too late. */
const turn = { withinMs: 60_000 };

/** Signs in. A new device gets confirmation_needed when many have guessed at the account, or many sign in at the moment. */
export const signIn = (input: SignIn) => post('/auth/sign-in/email', input, turn);

/**
 * Signs up. The person is signed in afterwards, unless the e-mail is to be verified first.
 * @param isFromLink whether a link to a dish or a stall has led the person here
 */
export const signUp = (input: SignUp, isFromLink: boolean) =>
  post(`/auth/sign-up/email${isFromLink ? signUpFromLink : ''}`, input, turn) as Promise<{
    signed_in: boolean;
    waiting?: string;
  }>;

/** Asks for a reset link. The answer does not tell whether the address has an account. */
export const requestPasswordReset = (input: { email: string }) => post('/auth/request-password-reset', input, turn);

/** Sets a new password, which ends every session of the person and every other link. */
export const resetPassword = (input: { newPassword: string; token: string }) => post('/auth/reset-password', input);

/** The account whose e-mail a mailed link belongs to. */
export const linkAccountQuery = (link: CallInput<'get_link_account'>) =>
  queryOptions({
    queryKey: ['link-account', link],
    queryFn: ({ signal }) => api.get_link_account(link, { signal }),
    staleTime: Infinity,
    meta: { failed: null, isOptional: true },
  });

/** Opens a mailed link: its sign-up becomes an account. A link may be opened again, so a lost answer does no harm. */
export const verifyEmail = (input: { token: string; password: string }) => post('/auth/verify-email', input);
