import { z } from 'zod';
import { call } from './call.ts';
import { limits } from './limits.ts';
import { email, password, requiredText } from './text.ts';

/** What the library's own path /auth/sign-up/email takes; name is the full name there, `name` on its wire. */
export const signUp = z.strictObject({
  email,
  password,
  name: requiredText(limits.name),
  address: requiredText(limits.addressPart),
  nagari: requiredText(limits.addressPart),
  kecamatan: requiredText(limits.addressPart),
  phone: requiredText(limits.phone),
});
export type SignUp = z.infer<typeof signUp>;

export const signIn = z.strictObject({ email, password: z.string().min(1, { error: 'Wajib diisi.' }).max(limits.passwordMax) });
export const requestPasswordReset = z.strictObject({ email });
export const resetPassword = z.strictObject({ newPassword: password, token: z.string().min(1).max(500) });

/** What the login page needs to know before anybody is signed in. */
export const get_sign_up_options = call({
  access: 'public',
  writes: false,
  input: z.strictObject({}),
  output: z.strictObject({
    /** New accounts must open a mailed link before the first sign-in (D4). */
    email_verification: z.boolean(),
    /** Known spellings, suggested by the form (D13). */
    nagari: z.array(z.string()),
  }),
  errors: [],
});

/** Makes the first admin with the one-time token that the server prints while there is none, and signs them in. */
export const create_first_admin = call({
  access: 'guest',
  writes: true,
  input: z.strictObject({ token: z.string().min(1).max(200), full_name: requiredText(limits.name), email, password }),
  output: z.strictObject({ created: z.literal(true) }),
  errors: ['invalid_token', 'first_admin_exists', 'email_taken'],
});
