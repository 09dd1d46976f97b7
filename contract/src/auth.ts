import * as z from 'zod/mini';
import { call } from './call.ts';
import type { CallShape } from './call.ts';
import { limits } from './limits.ts';
import { openEnum } from './open-enum.ts';
import { requiredKecamatan, requiredNagari } from './places.ts';
import { isConfirmationCode, isRecoveryCode, readRecoveryCode } from './recovery-code.ts';
import { email, givenPassword, id, moment, newId, password, properName, requiredLine, requiredPhone } from './text.ts';

/**
 * What the register form asks for; `name` is the full name, as the auth library's path calls it. `id` is the
 * sign-up's, not the account's: a sign-up that is sent again with the same id, e-mail and password gets the same response.
 */
export const signUp = z.strictObject({
  id: newId,
  name: properName('Nama lengkap'),
  phone: requiredPhone,
  address: requiredLine(limits.addressPart, { name: 'Alamat' }),
  nagari: requiredNagari,
  kecamatan: requiredKecamatan,
  email,
  password,
});
export type SignUp = z.infer<typeof signUp>;

/** A code that a person types, in its own symbols. */
const typedCode = (name: string, isValid: (code: string) => boolean, invalid: string) =>
  z
    .string({ error: `${name} wajib diisi.` })
    .check(
      z.overwrite(readRecoveryCode),
      z.minLength(1, { error: `${name} wajib diisi.` }),
      z.refine(isValid, { error: invalid }),
    );

/** The code that confirms a sign-in on a new device. */
export const confirmationCode = typedCode(
  'Kode konfirmasi',
  isConfirmationCode,
  'Kode terdiri dari 6 angka, atau 12 huruf atau angka.',
);

/**
 * `code` answers `confirmation_needed`, with the `confirmation` of that answer; a code that an admin has read out needs none.
 */
export const signIn = z.strictObject({
  email,
  password: givenPassword,
  confirmation: z.optional(id),
  code: z.optional(confirmationCode),
});

export type SignIn = z.infer<typeof signIn>;

/**
 * Why a code is asked for: the password was right, but many have guessed at the account; or so many people sign in at the moment that
 * the password was not checked, whether or not there is such an account (D96).
 */
const confirmationReasons = ['guesses', 'crowd'] as const;
export type ConfirmationReason = (typeof confirmationReasons)[number];

/**
 * The `current` of confirmation_needed: the id that the mailed code belongs to, and who gives the code. Without a mail server an admin
 * gives it, by create_recovery_code.
 */
const confirmationNeeded = z.strictObject({
  confirmation: id,
  by: openEnum(['mail', 'admin']),
  because: openEnum(confirmationReasons),
});
export type ConfirmationNeeded = z.infer<typeof confirmationNeeded>;

/** A text that stands for a sign-up: with it a page asks what has become of the sign-up (get_sign_up_state). */
const waiting = z.string().check(z.maxLength(200), z.regex(/^[\w-]+$/, { error: 'Bukan tanda tunggu yang sah.' }));
const waitsForLink = z.strictObject({ waiting });
/** The `current` of email_not_verified and email_takes_no_mail. */
export type WaitsForLink = z.infer<typeof waitsForLink>;

export const requestPasswordReset = z.strictObject({ email });
const token = z.string({ error: 'Tautan tidak lengkap.' }).check(z.minLength(1), z.maxLength(500));
export const resetPassword = z.strictObject({ newPassword: password, token });
/** `password` is that of the sign-up which the link belongs to. */
export const verifyEmail = z.strictObject({ token, password: givenPassword });

/**
 * What a page adds to the path of a sign-up to which a link has led. It is only counted (D108), and in the address, as a server of the
 * release before refuses fields that it does not know.
 */
export const signUpFromLink = '?from=link';

const route = <const Shape extends CallShape & { method: 'GET' | 'POST' }>(shape: Shape): Shape => shape;
const nothing = z.strictObject({});
const done = z.strictObject({ done: z.literal(true) });

/**
 * The auth library's own paths, the only ones that are mounted. A success sets or clears the session cookie; a
 * native app takes the bearer token from the header `set-auth-token`. A suspended person's cookie does not
 * prevent signing in as somebody else; only get-session answers with the reason of the suspension.
 */
export const authRoutes = {
  /**
   * `signed_in` is false while the mailed link must be opened first; the answer then has `waiting`, and is the same for an e-mail that is
   * taken.
   */
  '/auth/sign-up/email': route({
    method: 'POST',
    access: 'guest',
    writes: true,
    input: signUp,
    output: z.strictObject({ signed_in: z.boolean(), waiting: z.optional(waiting) }),
    errors: ['outside_area', 'name_mixed', 'name_reserved', 'email_taken', 'id_conflict'],
  }),
  '/auth/sign-in/email': route({
    method: 'POST',
    access: 'guest',
    writes: true,
    input: signIn,
    output: z.strictObject({ signed_in: z.literal(true) }),
    errors: [
      'invalid_credentials',
      'email_not_verified',
      'email_takes_no_mail',
      'confirmation_needed',
      'invalid_confirmation_code',
    ],
  }),
  /** Signs out; without a session it only clears the cookie. */
  '/auth/sign-out': route({ method: 'POST', access: 'public', writes: true, input: nothing, output: done, errors: [] }),
  /** The session behind the cookie; renews it once a day. A page asks when it starts and when it comes back into focus. */
  '/auth/get-session': route({
    method: 'GET',
    access: 'public',
    writes: false,
    input: nothing,
    output: z.nullable(z.strictObject({ id, user_id: id, expires_at: moment })),
    errors: [],
  }),
  /** The response does not tell whether there is such an account. */
  '/auth/request-password-reset': route({
    method: 'POST',
    access: 'public',
    writes: true,
    input: requestPasswordReset,
    output: done,
    errors: [],
  }),
  '/auth/reset-password': route({
    method: 'POST',
    access: 'public',
    writes: true,
    input: resetPassword,
    output: done,
    errors: ['invalid_token'],
  }),
  /**
   * Makes the account of the mailed link's sign-up, whose password is asked for: others may have signed up with the e-mail. It signs
   * in, unless somebody is signed in already. A repetition gets the same response.
   */
  '/auth/verify-email': route({
    method: 'POST',
    access: 'public',
    writes: true,
    input: verifyEmail,
    output: z.strictObject({ signed_in: z.boolean() }),
    errors: ['invalid_token', 'wrong_password', 'name_mixed', 'name_reserved'],
  }),
} as const;
export type AuthRoutes = typeof authRoutes;
export type AuthPath = keyof AuthRoutes;

/** What the login page needs to know before anybody is signed in. */
export const get_sign_up_options = call({
  access: 'public',
  writes: false,
  input: z.strictObject({}),
  output: z.strictObject({
    /** New accounts must open a mailed link before the first sign-in. */
    email_verification: z.boolean(),
    /** Known spellings of nagari, which the form suggests. */
    nagari: z.array(z.string()),
    /** Whether mails arrive: `off` without a mail server, and `late` while it does not take them. */
    mail: openEnum(['on', 'late', 'off']),
    /** The names of the admins, who can make a recovery code; none while mails arrive, as anybody may ask (D4). */
    admins: z.array(z.string()),
  }),
  errors: [],
});

/**
 * Answers the e-mail that a mailed link belongs to. The link's form names the account by it, for the person and their password manager.
 * That tells nothing new, as whoever has the link has the mailbox.
 */
export const get_link_account = call({
  access: 'public',
  writes: false,
  input: z.strictObject({ link: z.enum(['resetPassword', 'verifyEmail']), token }),
  output: z.strictObject({
    /** Null for a link that is not valid any more. */
    email: z.nullable(z.string()),
  }),
  errors: [],
});

/** Tells what has become of the sign-ups with one e-mail that a page waits for. Only whoever has sent them can ask. */
export const get_sign_up_state = call({
  access: 'public',
  writes: false,
  input: z.strictObject({ waiting: z.array(waiting).check(z.minLength(1), z.maxLength(5)) }),
  output: z.strictObject({
    /** The state is `over` when no link of these sign-ups is valid any more. */
    state: openEnum(['waiting', 'verified', 'mail_refused', 'over']),
  }),
  errors: [],
});

/** Makes the first admin with the one-time token that the server prints while there is none, and signs them in. */
export const create_first_admin = call({
  access: 'guest',
  writes: true,
  input: z.strictObject({
    token: z.string().check(z.minLength(1), z.maxLength(200)),
    full_name: properName('Nama lengkap'),
    email,
    password,
  }),
  output: z.strictObject({ created: z.literal(true) }),
  errors: ['invalid_token', 'first_admin_exists', 'email_taken'],
});

/** The devices on which the person is signed in, the last used first. */
export const list_sessions = call({
  access: 'member',
  writes: false,
  input: nothing,
  output: z.array(
    z.strictObject({
      id,
      /** The browser and the system: 'Chrome di Android'. */
      device: z.string(),
      /** This moment is accurate to five minutes. */
      last_seen_at: moment,
      is_current: z.boolean(),
    }),
  ),
  errors: [],
});

/** Signs out one of the person's own devices; no error if it is signed out already. */
export const end_session = call({
  access: 'member',
  writes: true,
  input: z.strictObject({ session_id: id }),
  output: z.strictObject({ ended: z.literal(true) }),
  errors: [],
});

/** Signs out all the person's devices but this one. */
export const end_other_sessions = call({
  access: 'member',
  writes: true,
  input: nothing,
  output: z.strictObject({ ended: z.literal(true) }),
  errors: [],
});

/**
 * Sets a new password by the code that an admin has read out. All sessions and open links end. The answer does
 * not tell whose code it was.
 */
export const reset_password_with_code = call({
  access: 'public',
  writes: true,
  input: z.strictObject({
    code: typedCode('Kode pemulihan', isRecoveryCode, 'Kode pemulihan terdiri dari 12 huruf dan angka.'),
    new_password: password,
  }),
  output: z.strictObject({ reset: z.literal(true) }),
  errors: ['invalid_recovery_code'],
});

/** Verifies the old password, sets the new one and ends all other sessions. */
export const change_password = call({
  access: 'member',
  writes: true,
  perMinute: 5,
  input: z.strictObject({ old_password: givenPassword, new_password: password }),
  output: z.strictObject({ changed: z.literal(true) }),
  errors: ['wrong_password'],
});
