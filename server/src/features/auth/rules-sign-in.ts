import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import type { ConfirmationReason } from '@lapau/contract/auth';
import { confirmationCodeLength, isRecoveryCode, sharedCodeLength } from '@lapau/contract/recovery-code';
import { AppError } from '../../platform/app-error.ts';
import type { Db } from '../../platform/database.ts';
import type { Tx } from '../../platform/transaction.ts';
import { isForAccount } from './policy.ts';
import {
  addSharedCode,
  addSignInCode,
  addWrongPassword,
  countWrongPasswords,
  deleteSignInCode,
  findSharedCode,
  findSignInCode,
  storeSignInCode,
  tryCode,
} from './queries-sign-in.ts';
import { sendMail } from './rules-mails.ts';
import { confirmByRecoveryCode, ownerOfRecoveryCode } from './rules-recovery-code.ts';
import type { Site } from './rules.ts';

/** Wrong passwords at an account within an hour after which the right one alone does not let a new device in. */
const maxWrongPasswords = 200;
const codeMs = 15 * 60_000;
const sharedCodeMs = 60 * 60_000;
const triesAtCode = 5;

/** Whose password was wrong: an account, by its e-mail whether or not there is one, or the sign-up of a mailed link. */
type Subject = { email: string } | { link: string };

const keyedHash = ({ secret }: Site, kind: string, value: string): string =>
  createHmac('sha256', secret).update(`${kind} ${value}`).digest('base64url');

const hashOf = (site: Site, subject: Subject): string =>
  keyedHash(site, 'wrong password', 'email' in subject ? `account ${subject.email}` : `link ${subject.link}`);

/** What the log names the account of a refused sign-in by, whether or not there is one: the same each time, and nobody's e-mail. */
export const accountInLog = (site: Site, email: string): string =>
  keyedHash(site, 'refused sign-in', email).slice(0, 16);

/** @returns how many passwords were wrong there within the last hour, with this one */
export async function recordWrongPassword(db: Db, site: Site, subject: Subject): Promise<number> {
  await addWrongPassword(db, hashOf(site, subject));
  return wrongPasswordsAt(db, site, subject);
}

export const wrongPasswordsAt = (db: Db, site: Site, subject: Subject): Promise<number> =>
  countWrongPasswords(db, hashOf(site, subject));

/** Whether so many have guessed at an account that a new device needs more than the right password. */
export const needsConfirmation = async (db: Db, site: Site, email: string): Promise<boolean> =>
  (await wrongPasswordsAt(db, site, { email })) > maxWrongPasswords;

/** Mails a code for one sign-in to the owner of an account, who has given its password. @returns the id that it comes back with */
export async function sendSignInCode(tx: Tx, userId: string, email: string): Promise<string> {
  const codeId = await addSignInCode(tx.db, { user_id: userId, tries_left: triesAtCode }, codeMs);
  await tx.enqueue(sendMail, { mail: 'confirm_sign_in', to: email, codeId, because: 'guesses' });
  return codeId;
}

/** @returns the id of the code that was mailed lately to this e-mail for all who sign in with it */
export const sharedCodeOf = (db: Db, site: Site, email: string): Promise<string | undefined> =>
  findSharedCode(db, keyedHash(site, 'shared code', email));

/**
 * Mails a code for all who sign in to an account, to its owner if there is one: what is done is the same for an e-mail that nobody
 * has (D3). Nobody has shown the password.
 * @returns the id that the code comes back with
 * @throws AppError not_ready
 */
export async function sendSharedCode(tx: Tx, site: Site, userId: string | null, email: string): Promise<string> {
  const shared = { user_id: userId, shared_for: keyedHash(site, 'shared code', email) };
  const codeId = await addSharedCode(tx.db, shared, sharedCodeMs);
  if (codeId === undefined) {
    const existing = await sharedCodeOf(tx.db, site, email);
    // It was used a moment ago.
    if (existing === undefined) throw new AppError('not_ready');
    return existing;
  }
  await tx.enqueue(sendMail, { mail: 'confirm_sign_in', to: email, codeId, because: 'crowd' });
  return codeId;
}

/**
 * Makes the code when its mail is written, so that the queue holds no secret.
 * @param because 'crowd' for a shared code, which is so long that nobody guesses it: tries at it are not counted, or strangers would use them up
 * @returns undefined when it is wanted no more
 */
export async function makeSignInCode(
  db: Db,
  site: Site,
  codeId: string,
  because: ConfirmationReason | undefined,
): Promise<string | undefined> {
  const length = because === 'crowd' ? sharedCodeLength : confirmationCodeLength;
  const code = String(randomInt(10 ** length)).padStart(length, '0');
  return (await storeSignInCode(db, codeId, hashOfCode(site, codeId, code))) ? code : undefined;
}

/** The hash is keyed, because trying all million codes against a plain one takes no time. */
const hashOfCode = (site: Site, codeId: string, code: string) => keyedHash(site, 'sign-in code', `${codeId} ${code}`);

type Given = { code: string; confirmation?: string | undefined };

/**
 * Checks a typed code, outside the transaction of the sign-in: a wrong one has used up a try for good.
 * @param userId null for an e-mail that nobody has, where no code is right
 * @returns what uses the code up, in the transaction of the sign-in
 * @throws AppError invalid_confirmation_code
 */
export async function checkSignInCode(
  db: Db,
  site: Site,
  userId: string | null,
  { code, confirmation }: Given,
): Promise<(tx: Tx) => Promise<void>> {
  const asked = confirmation === undefined ? undefined : await findSignInCode(db, confirmation);
  const own = asked && isForAccount(asked, userId) ? asked : undefined;
  if (isRecoveryCode(code) && !(own?.shared_for && isCode(site, own, code))) {
    const owner = await ownerOfRecoveryCode(db, code);
    if (userId === null || owner === undefined || !isForAccount({ user_id: owner }, userId))
      throw new AppError('invalid_confirmation_code');
    return (tx) => confirmByRecoveryCode(tx, userId, code);
  }
  const hasTry = own && (own.shared_for !== null || (await tryCode(db, own.id)));
  if (!hasTry || !isCode(site, own, code)) throw new AppError('invalid_confirmation_code');
  return async (tx) => {
    if (!(await deleteSignInCode(tx.db, own.id))) throw new AppError('invalid_confirmation_code');
  };
}

/** Nothing is the code before its mail is written. */
const isCode = (site: Site, { id, code_hash: expected }: { id: string; code_hash: string }, code: string): boolean => {
  const given = hashOfCode(site, id, code);
  return expected.length === given.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected));
};
