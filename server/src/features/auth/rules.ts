import { randomUUID } from 'node:crypto';
import type { SessionEnd } from '@lapau/contract/signals';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import { verifyPassword } from '../../platform/passwords/passwords.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Member } from '../../platform/session/actor.ts';
import type { SessionHeaders, StartedSession } from '../../platform/session/send-session.ts';
import { lockPerson, lockStandingShared, refusalOf } from '../../platform/session/standing.ts';
import {
  deleteOtherSessions,
  deleteSession,
  lockSession,
  markSessionsSuspended,
  rememberSessions,
  revokeSessions,
  unmarkSessionsSuspended,
} from '../../platform/session/stored-sessions.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { mayEndSession } from './policy.ts';
import { findEmail, markEmailVerified } from './queries-people.ts';
import { deleteVerifications, findPasswordHash, findPasswordHashes, replacePasswordHash } from './queries.ts';
import type { Credential } from './queries.ts';
import { sendMail } from './rules-mails.ts';

export { deletePersonRow, setPersonState, updatePersonRow } from './queries-people.ts';
export { findTokenOwner, storeToken } from './queries.ts';

export type Site = Pick<Platform, 'auth' | 'secret'>;

/**
 * Starts a session for somebody whose password has been verified.
 * @throws AppError account_suspended, warung_suspended; email_not_verified; invalid_credentials when it has just changed, or the
 *   account waits to be deleted
 */
export async function signIn(
  tx: Tx,
  { auth }: Site,
  { id, email, password: verifiedHash }: Credential,
  deviceName: string,
): Promise<StartedSession> {
  const standing = await lockStandingShared(tx.db, id);
  const refusal = standing && refusalOf(standing);
  if (refusal) throw new AppError(refusal === 'account_deleted' ? 'invalid_credentials' : refusal);
  return { userId: id, headers: await auth.signIn(tx.db, email, verifiedHash, deviceName) };
}

/** Ends the session of the request's signed token and notifies its other open pages. */
export async function signOut(
  tx: Tx,
  { auth }: Site,
  member: Member | null,
  signedToken: string | undefined,
): Promise<SessionHeaders> {
  const headers = await auth.signOut(tx.db, signedToken);
  if (member)
    tx.signal(`user:${member.id}`, { type: 'session_ended', reason: 'signed_out', session_id: member.sessionId });
  return headers;
}

/**
 * Ends sessions of a person for good, at once everywhere. The rows stay, revoked, until they expire.
 * @param which 'open' leaves alone the sessions that a suspension has ended
 */
export async function endSessions(
  tx: Tx,
  userId: string,
  reason: SessionEnd,
  which: 'all' | 'open' = 'all',
): Promise<void> {
  await revokeSessions(tx.db, userId, which);
  await publishEnd(tx, userId, reason);
}

/**
 * Ends all sessions of a person until the suspension is undone. The rows stay: the person's page still receives the
 * reason.
 * @returns a mark for resumeSessions
 */
export async function suspendSessions(tx: Tx, userId: string, reason: SessionEnd): Promise<string> {
  const mark = randomUUID();
  await markSessionsSuspended(tx.db, userId, mark);
  await publishEnd(tx, userId, reason);
  return mark;
}

/** Lets those sessions go on that only the suspension with this mark has ended, because it is undone. */
export const resumeSessions = (tx: Tx, userId: string, mark: string) => unmarkSessionsSuspended(tx.db, userId, mark);

async function publishEnd(tx: Tx, userId: string, reason: SessionEnd): Promise<void> {
  tx.signal(`user:${userId}`, { type: 'session_ended', reason });
}

/**
 * Tells the pages of an account that is being deleted, before its row goes.
 * @param by the session that deletes the account, if it is one of the account's own
 */
export async function endDeletedSessions(tx: Tx, userId: string, by: string | null): Promise<void> {
  await rememberSessions(tx.db, userId, by);
  if (by) tx.signal(`user:${userId}`, { type: 'session_ended', reason: 'signed_out', session_id: by });
  tx.signal(`user:${userId}`, { type: 'session_ended', reason: 'account_deleted' });
}

/** Signs one of the person's devices out and notifies its open pages. */
export async function endSession(tx: Tx, actor: Member, session_id: string): Promise<void> {
  const session = await lockSession(tx.db, session_id);
  if (!session || !mayEndSession(actor, session)) return;
  await deleteSession(tx.db, session_id);
  tx.signal(`user:${actor.id}`, { type: 'session_ended', reason: 'ended_elsewhere', session_id });
}

/** Signs out all the person's devices but this one. */
export async function endOtherSessions(tx: Tx, actor: Member, reason: SessionEnd): Promise<void> {
  await lockPerson(tx.db, actor.id);
  for (const session_id of await deleteOtherSessions(tx.db, actor.id, actor.sessionId))
    tx.signal(`user:${actor.id}`, { type: 'session_ended', reason, session_id });
}

/** Revokes mailed links to a new password, and the code. */
export const revokeLinks = (tx: Tx, userId: string) => deleteVerifications(tx.db, userId);

/**
 * Sets a new password by a mailed token. Whoever has the token has the mailbox, so the e-mail is verified too; all
 * sessions and other open links end.
 * @param userId the person whose token it is
 * @throws AppError invalid_token
 */
export async function resetPassword(
  tx: Tx,
  { auth }: Site,
  userId: string,
  token: string,
  passwordHash: string,
): Promise<void> {
  await lockPerson(tx.db, userId);
  await auth.resetPassword(tx.db, token, passwordHash);
  await deleteVerifications(tx.db, userId);
  await endSessions(tx, userId, 'password_changed');
  const account = await markEmailVerified(tx.db, userId);
  if (account) await tx.enqueue(sendMail, { mail: 'password_changed', to: account.email });
}

/**
 * Verifies a person's password; slow, so never call it inside a transaction.
 * @returns the stored hash of the password
 * @throws AppError wrong_password
 */
export async function verifyOwnPassword(db: Db, userId: string, password: string): Promise<string> {
  const hash = await findPasswordHash(db, userId);
  const isRight = await verifyPassword(hash, password, { lane: 'owners', account: userId });
  if (!isRight || hash === undefined) throw new AppError('wrong_password');
  return hash;
}

/** Whether any account whose e-mail is like the pattern has this password. */
export async function anyoneSignsInWith(db: Db, emailPattern: string, password: string): Promise<boolean> {
  for (const hash of await findPasswordHashes(db, emailPattern)) {
    if (await verifyPassword(hash, password, { lane: 'owners', account: 'start' })) return true;
  }
  return false;
}

/**
 * Sets a new password for somebody who has given the old one; other sessions and open links end, this session stays, and
 * a mail reports the change.
 * @param verifiedHash the hash of the old password, as verifyOwnPassword returned it
 * @throws AppError wrong_password when it has just changed
 */
export async function changePassword(tx: Tx, actor: Member, verifiedHash: string, newHash: string): Promise<void> {
  await lockPerson(tx.db, actor.id);
  if (!(await replacePasswordHash(tx.db, actor.id, verifiedHash, newHash))) throw new AppError('wrong_password');
  await deleteVerifications(tx.db, actor.id);
  await endOtherSessions(tx, actor, 'password_changed');
  const email = await findEmail(tx.db, actor.id);
  if (email !== undefined) await tx.enqueue(sendMail, { mail: 'password_changed', to: email });
}
