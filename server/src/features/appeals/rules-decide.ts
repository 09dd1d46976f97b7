import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { isKnownDecision, reasonText } from '@lapau/contract/decisions';
import type { Decision } from '@lapau/contract/decisions';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import type { DecisionEffects } from '../decisions/rules-undo.ts';
import {
  checkDecision,
  findStoredDecision,
  latestDecision,
  takeDecisionLock,
  recordDecision,
  toDecision,
} from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { markDecidedRead } from '../notifications/rules-withdraw.ts';
import { notifyOfDecision } from '../notifications/rules.ts';
import { acceptedText, isOwnAnswer, isOwnCase, rejectedText } from './policy.ts';
import { answerAppeal, findAppeal } from './queries.ts';
import type { StoredAppeal } from './queries.ts';

/** Lifts the suspension of a person or a stall. @returns null when there was none */
export type LiftSuspension = (
  tx: Tx,
  admin: Admin,
  suspended: { type: 'user' | 'warung'; id: string },
  reason: string,
) => Promise<Decision | null>;

/**
 * Answers an appeal: accepting one against a suspension lifts it.
 * @throws AppError appeal_not_found; own_case, already_decided; what lifting a suspension throws
 */
export async function decideAppeal(
  tx: Tx,
  admin: Admin,
  { appeal_id: id, accepted, version, ...given }: ParsedInput<'decide_appeal'>,
  liftSuspension: LiftSuspension,
): Promise<CallOutput<'decide_appeal'>> {
  const { appeal, against } = await lockAppeal(tx, id);
  // An appeal against a decision that only a later release knows is decided by that release (D102).
  if (!isKnownDecision(against)) throw new AppError('appeal_not_found');
  if (isOwnCase(admin, appeal)) throw new AppError('own_case');
  const status = accepted ? 'accepted' : 'rejected';
  if (appeal.status !== 'pending') return { status, decision: await earlierAnswer(tx, admin, appeal, status) };
  const action = accepted ? 'accept' : 'reject';
  await checkDecision(tx, admin, { type: 'appeal', id }, { action, version, isUndecided: true });
  const reason = reasonText(given);
  // lifting a suspension accepts the appeals against it
  const { subject_type: type, subject_id: suspended } = against;
  const isSuspension = against.action === 'suspend' && (type === 'user' || type === 'warung');
  const lifted = accepted && isSuspension ? await liftSuspension(tx, admin, { type, id: suspended }, reason) : null;
  if (lifted) return { status, decision: lifted };
  const decision = await answer(tx, admin, appeal, against, { action, reason });
  await answerAppeal(tx.db, id, status, decision.id);
  await markDecidedRead(tx, [id], decision.id);
  tx.signal('admin', { type: 'reports_changed' });
  return { status, decision };
}

/**
 * Has the appeal wait again, as after every undone answer.
 * @throws AppError undo_expired when the suspension has been lifted meanwhile
 */
async function undoAnswer(tx: Tx, { subject_id: id }: StoredDecision): Promise<void> {
  const { against } = await lockAppeal(tx, id);
  if (against.action !== 'suspend') return;
  const standing = await latestDecision(tx, { type: against.subject_type, id: against.subject_id });
  if (standing?.id !== against.id) throw new AppError('undo_expired');
}

export const appealEffects: DecisionEffects = {
  'appeal accept': { reverse: undoAnswer },
  'appeal reject': { reverse: undoAnswer },
};

/** Locks an appeal, and then the subject of its decision: lifting a suspension and undoing a decision answer or delete appeals too. */
async function lockAppeal(tx: Tx, id: string): Promise<{ appeal: StoredAppeal; against: StoredDecision }> {
  await takeDecisionLock(tx, id);
  const known = await findAppeal(tx.db, id);
  const against = known && (await findStoredDecision(tx, known.decision_id));
  if (against) await takeDecisionLock(tx, against.subject_id);
  const appeal = against && (await findAppeal(tx.db, id));
  if (!appeal) throw new AppError('appeal_not_found');
  return { appeal, against };
}

async function answer(
  tx: Tx,
  admin: Admin,
  { id, user_id: userId }: StoredAppeal,
  against: StoredDecision,
  { action, reason }: { action: 'accept' | 'reject'; reason: string },
): Promise<Decision> {
  const accepted = action === 'accept';
  const decision = await recordDecision(tx, admin, {
    subject: { type: 'appeal', id },
    action,
    userId,
    reason,
    audit: { action: 'decide_appeal', target: { type: 'appeal', id, userId }, details: { accepted } },
  });
  const outcome = accepted ? acceptedText(against.subject_type) : rejectedText;
  const content = reason ? `${outcome} ${reason}` : outcome;
  await notifyOfDecision(tx, [{ user_id: userId, type: 'appeal_outcome', content, decision_id: decision.id }]);
  return decision;
}

/** @throws AppError already_decided, unless the admin repeats the own answer */
async function earlierAnswer(
  tx: Tx,
  admin: Admin,
  appeal: StoredAppeal,
  status: 'accepted' | 'rejected',
): Promise<Decision> {
  const stored = appeal.answer_id === null ? undefined : await findStoredDecision(tx, appeal.answer_id);
  if (stored && isOwnAnswer(admin, stored) && appeal.status === status) return toDecision(stored);
  throw new AppError('already_decided', undefined, { current: stored ? toDecision(stored) : null });
}
