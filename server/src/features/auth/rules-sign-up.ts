import { allowedKecamatan, isAllowedKecamatan } from '@lapau/contract/area';
import type { SignUp } from '@lapau/contract/auth';
import { errors } from '@lapau/contract/errors';
import type { Read } from '@lapau/contract/known';
import type { Role } from '@lapau/contract/roles';
import { takeAdvisoryLock } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { linkLifeSeconds } from '../../platform/session/auth-library.ts';
import type { StartedSession } from '../../platform/session/send-session.ts';
import { looksLikeOneOf } from '../../platform/text/names.ts';
import { isPlainlyWritten } from '../../platform/text/plain-names.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { notifyOfSignUp, takeAdminsLockShared } from '../notifications/rules.ts';
import { readSettings } from '../settings/rules.ts';
import { mayHaveReservedName } from './policy.ts';
import {
  findAdminNames,
  findByEmail,
  findNamesOfOthers,
  hasUnverifiedEmail,
  markEmailVerified,
} from './queries-people.ts';
import {
  insertAccount,
  isSignUpKeyTaken,
  prolongPendingSignUp,
  storePendingSignUp,
  takePendingSignUp,
} from './queries.ts';
import type { Credential } from './queries.ts';
import { sendMail } from './rules-mails.ts';
import { claimsOffice } from './rules-office.ts';
import type { Site } from './rules.ts';

/** @throws AppError outside_area */
export async function refuseOutsideArea(db: Db, kecamatan: string): Promise<void> {
  const { allowed_kecamatan } = await readSettings(db);
  if (isAllowedKecamatan(kecamatan, allowed_kecamatan)) return;
  throw new AppError('outside_area', {
    kecamatan: errors.outside_area[1],
    allowed_kecamatan: allowedKecamatan(allowed_kecamatan).join(', '),
  });
}

/**
 * Checks a name that somebody gives themselves, another person or a stall.
 * @param field the field of the form, for the error's details
 * @param role the role of the person who has the name, or whose stall has it
 * @throws AppError name_mixed, unless it is written in one script and common letters; name_reserved when it looks like the site's or an
 *   admin's, or claims their office
 */
export async function refuseMisleadingName(db: Db, name: string, field: string, role?: Read<Role>): Promise<void> {
  if (!isPlainlyWritten(name)) throw new AppError('name_mixed', { [field]: errors.name_mixed[1] });
  if (mayHaveReservedName(role)) return;
  const { site_title } = await readSettings(db);
  if (!claimsOffice(name, site_title) && !looksLikeOneOf(name, [site_title, ...(await findAdminNames(db))])) return;
  throw new AppError('name_reserved', { [field]: errors.name_reserved[1] });
}

/**
 * Checks the name of somebody who becomes an admin, or of an admin who gets another one.
 * @throws AppError name_in_use when somebody else, or their stall, has one that looks like it
 */
export async function refuseNameInUse(db: Db, admin: { id: string; name: string }, field: string): Promise<void> {
  if (!looksLikeOneOf(admin.name, await findNamesOfOthers(db, admin.id))) return;
  throw new AppError('name_in_use', { [field]: errors.name_in_use[1] });
}

/**
 * Makes an account and signs it in; for servers that do not verify e-mails.
 * @param passwordHash made before the transaction, because hashing is slow
 * @returns undefined when the account with this e-mail has the sent id: the sign-up is a repetition, to be answered as a
 *   sign-in with the account's password
 * @throws AppError email_taken, id_conflict
 */
export async function signUp(
  tx: Tx,
  { auth }: Site,
  input: SignUp,
  passwordHash: string,
  deviceName: string,
): Promise<StartedSession | undefined> {
  const { id: key, ...form } = input;
  await takeAdminsLockShared(tx.db);
  await takeAdvisoryLock(tx.db, 'sign-up', form.email);
  const owner = await findByEmail(tx.db, form.email);
  if (owner) {
    if (owner.sign_up_key !== null && owner.sign_up_key === key) return undefined;
    throw new AppError('email_taken');
  }
  if (key !== undefined) await refuseTakenKey(tx, key, form.email);
  const { email, name: full_name, address, nagari, kecamatan, phone } = form;
  const person = { sign_up_key: key ?? null, email, full_name, address, nagari, kecamatan, phone };
  const id = await insertAccount(tx.db, person, passwordHash);
  await announceAccount(tx, { id });
  return { userId: id, headers: await auth.signIn(tx.db, email, passwordHash, deviceName) };
}

/**
 * Refuses a key of somebody else. findEarlier() is not used, as a sign-up that is sent again is not answered from its row: it signs in
 * with the account's password, or is written anew.
 * @throws AppError id_conflict for the key of another sign-up, whether or not it has become an account
 */
async function refuseTakenKey(tx: Tx, key: string, email: string): Promise<void> {
  await takeAdvisoryLock(tx.db, 'sign-up', key);
  if (await isSignUpKeyTaken(tx.db, key, email)) throw new AppError('id_conflict');
}

/**
 * Stores a sign-up until its mailed link is opened, beside others with the same e-mail, and mails the link, once for each
 * id. The work is the same for a taken e-mail: its account is looked up when the mail is written.
 * @returns the id of the sign-up, and whether it was stored before
 * @throws AppError id_conflict, also for the id of the account with this e-mail, so that nothing tells whether there is one
 */
export async function requestSignUp(
  tx: Tx,
  { name, ...input }: SignUp,
  passwordHash: string,
): Promise<{ id: string; isRepeated: boolean }> {
  await takeAdvisoryLock(tx.db, 'sign-up', input.email);
  const { id: key, email, address, nagari, kecamatan, phone } = input;
  if (key !== undefined) await refuseTakenKey(tx, key, email);
  const stored = await storePendingSignUp(
    tx.db,
    {
      ...(key !== undefined && { sign_up_key: key }),
      email,
      password_hash: passwordHash,
      full_name: name,
      address,
      nagari,
      kecamatan,
      phone,
    },
    linkLifeSeconds.verifyEmail * 1_000,
  );
  if (!stored.isRepeated) await tx.enqueue(sendMail, { mail: 'confirm_sign_up', to: email, accountId: stored.id });
  return stored;
}

/**
 * Makes a link that verifies the e-mail of a sign-up, or of an unverified account.
 * @returns the link, and when the sign-up was sent; undefined when nothing is left to verify
 */
export async function openVerification(tx: Tx, { auth }: Site, accountId: string) {
  const signedUpAt = await prolongPendingSignUp(tx.db, accountId, linkLifeSeconds.verifyEmail * 1_000);
  if (!signedUpAt && !(await hasUnverifiedEmail(tx.db, accountId))) return undefined;
  return { opened: await auth.openLink(tx.db, 'verifyEmail', accountId), signedUpAt };
}

/**
 * Verifies an e-mail whose mailed link was opened with the password of its sign-up: creates the account with the data of that
 * sign-up, and drops the others with the e-mail. Repeated, it changes nothing.
 * @param credential the sign-up or account of the link, whose password is verified
 * @throws AppError invalid_token when the sign-up has been replaced or the e-mail taken meanwhile; name_mixed, name_reserved
 */
export async function verifyEmail(tx: Tx, credential: Credential): Promise<void> {
  await takeAdminsLockShared(tx.db);
  await takeAdvisoryLock(tx.db, 'sign-up', credential.email);
  const signUp = await takePendingSignUp(tx.db, credential);
  if (!signUp) {
    if (!(await markEmailVerified(tx.db, credential.id))) throw new AppError('invalid_token');
    return;
  }
  if (await findByEmail(tx.db, signUp.email)) throw new AppError('invalid_token');
  // An admin may have taken the name since.
  await refuseMisleadingName(tx.db, signUp.full_name, 'name');
  const { id, sign_up_key, email, full_name, address, nagari, kecamatan, phone, password_hash } = signUp;
  const person = { id, sign_up_key, email, full_name, address, nagari, kecamatan, phone };
  await insertAccount(tx.db, { ...person, email_verified: true }, password_hash);
  await announceAccount(tx, signUp);
}

async function announceAccount(tx: Tx, person: { id: string }): Promise<void> {
  await notifyOfSignUp(tx, person);
  tx.signal('admin', { type: 'users_changed' });
}
