import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { confirmationCodeLength, isRecoveryCode, sharedCodeLength } from '@lapau/contract/recovery-code';
import { readClock } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { isForAccount } from './policy.ts';
import {
  addSignInCode,
  addWrongPassword,
  countWrongPasswords,
  deleteSignInCode,
  findSignInCode,
  storeSignInCode,
  tryCode,
} from './queries-sign-in.ts';
import { sendMail } from './rules-mails.ts';
import { confirmByRecoveryCode, ownerOfRecoveryCode } from './rules-recovery-code.ts';
import type { Site } from './rules.ts';

/** The most wrong passwords at an account within an hour; after more, a new device needs a code beside the right password. */
const maxWrongPasswords = 200;
const codeMs = 15 * 60_000;
const triesAtCode = 5;

/** What a wrong password was given for: an e-mail, with or without an account, or the sign-up of a mailed link. */
type Subject = { email: string } | { link: string };

const keyedHash = ({ secret }: Site, kind: string, value: string): string =>
  createHmac('sha256', secret).update(`${kind} ${value}`).digest('base64url');

const hashOf = (site: Site, subject: Subject): string =>
  keyedHash(site, 'wrong password', 'email' in subject ? `account ${subject.email}` : `link ${subject.link}`);

/** The log's name for the account of a refused sign-in, with or without an account: the same each time, without the e-mail. */
export const accountInLog = (site: Site, email: string): string =>
  keyedHash(site, 'refused sign-in', email).slice(0, 16);

/** @returns how many passwords were wrong there within the last hour, this one included */
export async function recordWrongPassword(db: Db, site: Site, subject: Subject): Promise<number> {
  await addWrongPassword(db, hashOf(site, subject));
  return wrongPasswordsAt(db, site, subject);
}

export const wrongPasswordsAt = (db: Db, site: Site, subject: Subject): Promise<number> =>
  countWrongPasswords(db, hashOf(site, subject));

/** Whether so many have guessed at an account that a new device needs more than the right password. */
export const needsConfirmation = async (db: Db, site: Site, email: string): Promise<boolean> =>
  (await wrongPasswordsAt(db, site, { email })) > maxWrongPasswords;

/** Mails a code to the owner of an account, who has given its password. @returns the id that the code comes back with */
export async function sendSignInCode(tx: Tx, userId: string, email: string): Promise<string> {
  const codeId = await addSignInCode(tx.db, { user_id: userId, tries_left: triesAtCode }, codeMs);
  await tx.enqueue(sendMail, { mail: 'confirm_sign_in', to: email, codeId });
  return codeId;
}

/** Makes the code when its mail is written, so that the queue holds no secret. @returns undefined when it is wanted no more */
export async function makeSignInCode(db: Db, site: Site, codeId: string): Promise<string | undefined> {
  const code = String(randomInt(10 ** confirmationCodeLength)).padStart(confirmationCodeLength, '0');
  return (await storeSignInCode(db, codeId, hashOfCode(site, codeId, code), codeMs)) ? code : undefined;
}

export const sharedCodeMs = 60 * 60_000;
/** A code is accepted in the hour in which it was mailed and in the next, and in the one before, should the clock be set back. */
const hoursOfSharedCode = [0, 1, -1];

/**
 * The code that all who sign in to an account in one hour share while too many do (D96). It follows from the account: nothing is stored, so
 * that there is nothing that a stranger could use up. As nobody guesses its twelve digits, tries need not be counted.
 * @param now by the database's clock
 */
export function sharedCodeOf(site: Site, userId: string, now: Date): string {
  const hour = Math.floor(now.getTime() / sharedCodeMs);
  const hash = createHmac('sha256', site.secret).update(`shared sign-in code ${hour} ${userId}`).digest();
  return String(hash.readBigUInt64BE() % 10n ** BigInt(sharedCodeLength)).padStart(sharedCodeLength, '0');
}

async function isSharedCode(db: Db, site: Site, userId: string | null, code: string): Promise<boolean> {
  if (code.length !== sharedCodeLength) return false;
  const now = await readClock(db);
  const isRight = hoursOfSharedCode.some((hours) => {
    // A code is computed without an account too, so that the answer takes as long.
    const expected = sharedCodeOf(site, userId ?? 'nobody', new Date(now.getTime() - hours * sharedCodeMs));
    return timingSafeEqual(Buffer.from(code), Buffer.from(expected));
  });
  return isRight && userId !== null;
}

/** The hash is keyed, because trying all million codes against a plain one takes no time. */
const hashOfCode = (site: Site, codeId: string, code: string) => keyedHash(site, 'sign-in code', `${codeId} ${code}`);

type Given = { code: string; confirmation?: string | undefined };

/**
 * Checks a typed code, outside the transaction of the sign-in: a wrong code of six digits uses up a try for good.
 * @param userId null for an e-mail that nobody has, where no code is right
 * @returns a function that uses the code up in the transaction of the sign-in; a shared code stays
 * @throws AppError invalid_confirmation_code
 */
export async function checkSignInCode(
  db: Db,
  site: Site,
  userId: string | null,
  { code, confirmation }: Given,
): Promise<(tx: Tx) => Promise<void>> {
  if (await isSharedCode(db, site, userId, code)) return async () => {};
  if (isRecoveryCode(code)) {
    const owner = await ownerOfRecoveryCode(db, code);
    if (userId === null || owner === undefined || !isForAccount({ user_id: owner }, userId))
      throw new AppError('invalid_confirmation_code');
    return (tx) => confirmByRecoveryCode(tx, userId, code);
  }
  const asked = confirmation === undefined ? undefined : await findSignInCode(db, confirmation);
  const expected = asked && isForAccount(asked, userId) ? await tryCode(db, asked.id, codeMs) : undefined;
  if (confirmation === undefined || !expected) throw new AppError('invalid_confirmation_code');
  const given = hashOfCode(site, confirmation, code);
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(expected))) throw new AppError('invalid_confirmation_code');
  return async (tx) => {
    if (!(await deleteSignInCode(tx.db, confirmation))) throw new AppError('invalid_confirmation_code');
  };
}
