import { randomBytes } from 'node:crypto';
import { isAllowedKecamatan, tidyNagari } from '@lapau/contract/area';
import type { SignUp } from '@lapau/contract/auth';
import { errors } from '@lapau/contract/errors';
import { AppError } from '../../platform/app-error.ts';
import { lockUntilCommit } from '../../platform/database.ts';
import type { Db } from '../../platform/database.ts';
import { authLibrary, linkLifeSeconds } from '../../platform/session/auth-library.ts';
import type { Tx } from '../../platform/transaction.ts';
import { notifyOfSignUp } from '../notifications/rules.ts';
import { readSettings } from '../settings/rules.ts';
import { isReservedName } from './policy.ts';
import {
  deletePendingSignUp,
  findAdminNames,
  findByEmail,
  findPendingSignUp,
  hasUnverifiedEmail,
  insertAccount,
  isAccountIdTaken,
  markEmailVerified,
  prolongPendingSignUp,
  storePendingSignUp,
} from './queries.ts';
import type { Site, StartedSession } from './rules.ts';

/** @throws AppError outside_area (D1) */
export async function refuseOutsideArea(db: Db, kecamatan: string): Promise<void> {
  const { allowed_kecamatan } = await readSettings(db);
  if (!isAllowedKecamatan(kecamatan, allowed_kecamatan)) throw new AppError('outside_area');
}

/**
 * Checks a name that a person chooses for themselves or their stall.
 * @param field of the form, for the error's details
 * @throws AppError name_reserved when the name looks like the site's or an admin's (D63)
 */
export async function refuseReservedName(db: Db, name: string, field: string): Promise<void> {
  const { site_title } = await readSettings(db);
  if (!isReservedName(name, [site_title, ...(await findAdminNames(db))])) return;
  throw new AppError('name_reserved', { [field]: errors.name_reserved[1] });
}

/**
 * Makes an account and signs it in; for servers that do not verify e-mails (D3, D4).
 * @param passwordHash made before the transaction, because hashing is slow
 * @returns undefined when the account with this e-mail has the sent id: the sign-up is a repetition, to be answered as a
 *   sign-in with the account's password
 * @throws AppError email_taken, id_conflict
 */
export async function signUp(
  tx: Tx,
  site: Site,
  input: SignUp,
  passwordHash: string,
  deviceName: string,
): Promise<StartedSession | undefined> {
  const { id, ...form } = input;
  await lockUntilCommit(tx.db, `sign-up ${form.email}`);
  const owner = await findByEmail(tx.db, form.email);
  if (owner) {
    if (owner.id === id) return undefined;
    throw new AppError('email_taken');
  }
  if (id !== undefined) await refuseTakenId(tx, id, form.email);
  const library = await authLibrary(site, tx.db, {
    passwordHash,
    deviceName,
    newAccount: id === undefined ? {} : { id },
  });
  const body = { ...form, nagari: tidyNagari(form.nagari) };
  const { headers, response } = await library.translateErrors(library.api.signUpEmail({ body, returnHeaders: true }));
  await announceAccount(tx, response.user);
  return { userId: response.user.id, headers };
}

/** @throws AppError id_conflict for an id of another account or sign-up */
async function refuseTakenId(tx: Tx, id: string, email: string): Promise<void> {
  await lockUntilCommit(tx.db, `sign-up ${id}`);
  if (await isAccountIdTaken(tx.db, id, email)) throw new AppError('id_conflict');
}

/**
 * Stores a sign-up until its mailed link is opened, in place of an earlier one with the same e-mail (D4), and mails the
 * link, once for each id. The work is the same for a taken e-mail: its account is looked up when the mail is written (D3).
 * @throws AppError id_conflict, also for the id of the account with this e-mail: ids are public, e-mails are not
 */
export async function requestSignUp(tx: Tx, { name, ...input }: SignUp, passwordHash: string): Promise<void> {
  await lockUntilCommit(tx.db, `sign-up ${input.email}`);
  const { id, email, address, nagari, kecamatan, phone } = input;
  if (id !== undefined) await refuseTakenId(tx, id, email);
  const stored = await storePendingSignUp(tx.db, {
    ...(id !== undefined && { id }),
    email,
    password_hash: passwordHash,
    full_name: name,
    address,
    nagari: tidyNagari(nagari),
    kecamatan,
    phone,
    expires_at: linkExpiry('verifyEmail'),
  });
  if (!stored.isRepeated) await tx.enqueue('send_mail', { mail: 'confirm_sign_up', to: email, accountId: stored.id });
}

/** When a link made now expires. */
export const linkExpiry = (kind: keyof typeof linkLifeSeconds): Date =>
  new Date(Date.now() + linkLifeSeconds[kind] * 1_000);

/**
 * Makes the token of a link that verifies the e-mail of a sign-up, or of an unverified account.
 * @returns undefined when nothing is left to verify: another sign-up has replaced it, or it has been verified meanwhile
 */
export async function openVerification(tx: Tx, site: Site, accountId: string): Promise<string | undefined> {
  const expiresAt = linkExpiry('verifyEmail');
  const isOpen =
    (await prolongPendingSignUp(tx.db, accountId, expiresAt)) || (await hasUnverifiedEmail(tx.db, accountId));
  if (!isOpen) return undefined;
  const { internalAdapter } = await (await authLibrary(site, tx.db)).context;
  const token = randomBytes(24).toString('base64url');
  await internalAdapter.createVerificationValue({
    identifier: verificationIdentifier(token),
    value: accountId,
    expiresAt,
  });
  return token;
}

const verificationIdentifier = (token: string) => `verify-email:${token}`;

/**
 * Opens a mailed link: creates the account with the data of its sign-up. It does not sign in: the link proves access to the
 * mailbox, not knowledge of the password. A link may be opened again.
 * @throws AppError invalid_token, also for a sign-up that another one has replaced
 */
export async function verifyEmail(tx: Tx, site: Site, token: string): Promise<void> {
  const { internalAdapter } = await (await authLibrary(site, tx.db)).context;
  const link = await internalAdapter.findVerificationValue(verificationIdentifier(token));
  if (!link || link.expiresAt < new Date()) throw new AppError('invalid_token');
  const pending = await findPendingSignUp(tx.db, link.value);
  if (pending) await lockUntilCommit(tx.db, `sign-up ${pending.email}`);
  if (!pending || !(await deletePendingSignUp(tx.db, pending.id))) {
    if (!(await markEmailVerified(tx.db, link.value))) throw new AppError('invalid_token');
    return;
  }
  if (await findByEmail(tx.db, pending.email)) throw new AppError('invalid_token');
  await insertAccount(tx.db, pending);
  await announceAccount(tx, pending);
}

async function announceAccount(tx: Tx, person: { id: string }): Promise<void> {
  await notifyOfSignUp(tx, person);
  tx.signal('admin', { type: 'users_changed' });
}
