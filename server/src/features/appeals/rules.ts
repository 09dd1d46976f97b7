import { randomBytes } from 'node:crypto';
import type { SuspensionNotice } from '@lapau/contract/appeals';
import type { ParsedInput } from '@lapau/contract/calls';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Member } from '../../platform/session/actor.ts';
import { lockPerson, lockStandingShared, refusalOf } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { findTokenOwner, storeToken } from '../auth/rules.ts';
import { findStoredDecision, latestDecision, takeDecisionLock } from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { markDecidedRead } from '../notifications/rules-withdraw.ts';
import { notifyOfAppeal, takeAdminsLockShared } from '../notifications/rules.ts';
import { mayAppealRemoval } from './policy.ts';
import {
  acceptAppealsAgainst,
  deleteAppealAgainst,
  deleteAppealsAgainst,
  findAppealAgainst,
  findAppealsAgainst,
  findSuspensionReason,
  insertAppeal,
  reopenAppealsRows,
} from './queries.ts';
import type { Suspended } from './queries.ts';

const tokenMs = 30 * 60_000;

/** Makes the notice that a suspended person reads who has given the right password. */
export async function noticeOfSuspension(
  tx: Tx,
  userId: string,
  suspension: 'account_suspended' | 'warung_suspended',
): Promise<SuspensionNotice> {
  const view = suspension === 'account_suspended' ? 'all_people' : 'all_stalls';
  const reason = await findSuspensionReason(tx.db, view, userId);
  const decision = await suspendingDecision(tx, userId, suspension);
  const appeal = decision && (await findAppealAgainst(tx.db, decision.id));
  if (!decision || appeal) {
    const answer = appeal?.answer_id && (await findStoredDecision(tx, appeal.answer_id));
    return {
      reason,
      appeal: appeal?.status ?? null,
      appeal_answer: answer ? answer.reason : '',
      appeal_token: null,
    };
  }
  const token = randomBytes(24).toString('base64url');
  await storeToken(tx.db, 'appeal', { token, userId }, tokenMs);
  return { reason, appeal: null, appeal_answer: '', appeal_token: token };
}

/** The decision by which a person or their stall is suspended; undefined while they are being deleted. */
async function suspendingDecision(tx: Tx, userId: string, suspension: 'account_suspended' | 'warung_suspended') {
  const type = suspension === 'account_suspended' ? 'user' : 'warung';
  const latest = await latestDecision(tx, { type, id: userId });
  return latest?.action === 'suspend' ? latest : undefined;
}

/**
 * Stores the one text of a suspended person.
 * @throws AppError invalid_token, also when the suspension was lifted; appeal_sent
 */
export async function submitAppeal(tx: Tx, { token, appeal_text }: ParsedInput<'submit_appeal'>): Promise<void> {
  await takeAdminsLockShared(tx.db);
  const userId = await findTokenOwner(tx.db, 'appeal', token, tokenMs);
  const person = userId && (await lockPerson(tx.db, userId));
  const standing = person && (await lockStandingShared(tx.db, person.id));
  const refusal = standing && refusalOf(standing);
  const isSuspended = refusal && refusal !== 'account_deleted';
  const decision = person && isSuspended && (await suspendingDecision(tx, person.id, refusal));
  if (!decision) throw new AppError('invalid_token');
  await addAppeal(tx, person, decision, appeal_text);
}

/**
 * Stores the one text against the removal of something of one's own. The subject is locked, so that an undo of the removal either
 * comes first, or deletes the appeal too.
 * @throws AppError decision_not_found, appeal_sent
 */
export async function appealRemoval(
  tx: Tx,
  actor: Member,
  { decision_id, appeal_text }: ParsedInput<'appeal_removal'>,
): Promise<void> {
  const known = await findStoredDecision(tx, decision_id);
  if (!known || !mayAppealRemoval(actor, known)) throw new AppError('decision_not_found');
  await takeDecisionLock(tx, known.subject_id);
  await takeAdminsLockShared(tx.db);
  const person = await lockPerson(tx.db, actor.id);
  const decision = await findStoredDecision(tx, decision_id);
  if (!person || !decision || !mayAppealRemoval(actor, decision)) throw new AppError('decision_not_found');
  await addAppeal(tx, person, decision, appeal_text);
}

/** Accepts the appeals that wait against a suspension that is being lifted. */
export async function acceptAppeals(tx: Tx, suspended: Suspended, { id: answerId }: { id: string }): Promise<void> {
  const accepted = await acceptAppealsAgainst(tx.db, suspended, answerId);
  if (accepted.length === 0) return;
  await markDecidedRead(tx, accepted, answerId);
  tx.signal('admin', { type: 'reports_changed' });
}

/** Marks notifications about appeals against a stall's suspension as read when the stall is to be deleted, as they then lead nowhere. */
export const readAppealsOfStall = async (tx: Tx, id: string, deletion: { id: string }): Promise<void> =>
  markDecidedRead(tx, await findAppealsAgainst(tx.db, { type: 'warung', id }), deletion.id);

/** Deletes the appeals against the suspension of a stall that is deleted: there is nothing left to lift. */
export async function deleteAppealsOfStall(tx: Tx, id: string): Promise<void> {
  if (await deleteAppealsAgainst(tx.db, { type: 'warung', id })) tx.signal('admin', { type: 'reports_changed' });
}

/**
 * When a decision is undone, the appeals that it answered wait again, and those sent against it are deleted.
 * @returns the ids of the appeals that are gone
 */
export async function undoAppeals(tx: Tx, decisionId: string): Promise<string[]> {
  const waitsAgain = await reopenAppealsRows(tx.db, decisionId);
  const gone = await deleteAppealAgainst(tx.db, decisionId);
  if (waitsAgain || gone.length > 0) tx.signal('admin', { type: 'reports_changed' });
  return gone;
}

/** Adds an appeal. The person is locked, so that of two texts sent at once only one is stored. */
async function addAppeal(
  tx: Tx,
  person: { id: string; full_name: string },
  decision: StoredDecision,
  content: string,
): Promise<void> {
  const earlier = await findAppealAgainst(tx.db, decision.id);
  if (earlier?.content === content) return;
  if (earlier) throw new AppError('appeal_sent');
  const { id } = await insertAppeal(tx.db, { decision_id: decision.id, user_id: person.id, content });
  await notifyOfAppeal(tx, person, id);
  tx.signal('admin', { type: 'reports_changed' });
}
