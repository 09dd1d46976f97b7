import { createHash, randomBytes } from 'node:crypto';
import { formatRecoveryCode, recoveryCodeLength, recoveryCodeSymbols } from '@lapau/contract/recovery-code';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { notifyOnce } from '../notifications/rules.ts';
import { pushLast } from '../push/rules-last.ts';
import { isForAccount, mayUseRecoveryCode } from './policy.ts';
import { findEmail, markEmailVerified } from './queries-people.ts';
import { deleteRecoveryCode, findRecoveryCodeOwner, storeRecoveryCode } from './queries-recovery-code.ts';
import { deleteVerifications, setPasswordHash } from './queries.ts';
import { sendMail } from './rules-mails.ts';
import { endSessions } from './rules.ts';

export { findRecoveryRequest, storeRecoveryRequest } from './queries-recovery-code.ts';

const codeMs = 15 * 60_000;

const hashOf = (code: string) => createHash('sha256').update(`recovery-code:${code}`).digest('base64url');

/**
 * Makes a code by which a person sets a new password, and tells them. The person is locked already.
 * @returns the code, of which only the hash is stored
 */
export async function openRecoveryCode(tx: Tx, userId: string): Promise<{ code: string; expiresAt: Date }> {
  // A byte has 8 × 32 values, so that the remainder of its division by 32 is evenly distributed.
  const code = Array.from(randomBytes(recoveryCodeLength), (byte) => recoveryCodeSymbols[byte % 32]).join('');
  const expiresAt = await storeRecoveryCode(tx.db, userId, hashOf(code), codeMs);
  const content = 'Admin membuat kode pemulihan untuk akun Anda. Bukan Anda yang meminta? Segera hubungi admin.';
  await notifyOnce(tx, { user_id: userId, type: 'recovery_code', content });
  await mailAboutRecovery(tx, userId, 'recovery_code');
  return { code: formatRecoveryCode(code), expiresAt };
}

/** Finds the person whose code it is, before the new password is hashed; undefined for a wrong code. */
export const ownerOfRecoveryCode = (db: Db, code: string): Promise<string | undefined> =>
  findRecoveryCodeOwner(db, hashOf(code), codeMs);

/**
 * Sets a new password by a code, which is used up; all sessions and open links end. A suspension stays. The admin
 * vouches for the person, so that the e-mail counts as verified: whoever cannot read mails could not sign in otherwise.
 * @param userId the person whose code it is
 * @throws AppError invalid_recovery_code, also when the person has become an admin
 */
export async function resetPasswordByCode(tx: Tx, userId: string, code: string, passwordHash: string): Promise<void> {
  const person = await lockPerson(tx.db, userId);
  const isValid = person && mayUseRecoveryCode(person) && (await deleteRecoveryCode(tx.db, hashOf(code), codeMs));
  if (!isValid) throw new AppError('invalid_recovery_code');
  await setPasswordHash(tx.db, userId, passwordHash);
  await markEmailVerified(tx.db, userId);
  await deleteVerifications(tx.db, userId);
  const content = 'Kata sandi Anda diganti dengan kode pemulihan dari admin.';
  await pushLast(tx, userId, { title: 'Kata sandi diganti', body: `${content} Bukan Anda? Segera hubungi admin.` });
  await endSessions(tx, userId, 'password_changed');
  await recordAction(tx, person, {
    action: 'reset_password_with_code',
    target: { type: 'user', id: userId, userId },
  });
  await notifyOnce(tx, { user_id: userId, type: 'recovery_code', content });
  await mailAboutRecovery(tx, userId, 'password_changed');
}

/**
 * Uses up a code to confirm a sign-in on a new device, whose password was right. The password stays, as do other sessions.
 * @throws AppError invalid_confirmation_code, also when the person has become an admin
 */
export async function confirmByRecoveryCode(tx: Tx, userId: string, code: string): Promise<void> {
  const person = await lockPerson(tx.db, userId);
  const owner = await findRecoveryCodeOwner(tx.db, hashOf(code), codeMs);
  const isOwn = owner !== undefined && isForAccount({ user_id: owner }, userId);
  const isValid =
    isOwn && person && mayUseRecoveryCode(person) && (await deleteRecoveryCode(tx.db, hashOf(code), codeMs));
  if (!isValid) throw new AppError('invalid_confirmation_code');
  await recordAction(tx, person, {
    action: 'confirm_sign_in_with_code',
    target: { type: 'user', id: userId, userId },
  });
  const content = 'Kode pemulihan dari admin dipakai untuk masuk di perangkat baru.';
  await notifyOnce(tx, { user_id: userId, type: 'recovery_code', content });
  await mailAboutRecovery(tx, userId, 'recovery_used');
}

/** Mails a person what becomes of their code: somebody who takes over the account cannot read or delete the mail. */
export async function mailAboutRecovery(
  tx: Tx,
  userId: string,
  name: 'recovery_requested' | 'recovery_code' | 'recovery_used' | 'password_changed',
): Promise<void> {
  const to = await findEmail(tx.db, userId);
  if (to === undefined) return;
  await tx.enqueue(sendMail, name === 'password_changed' ? { mail: name, to, byCode: true } : { mail: name, to });
}
