import type { Decision, DecisionAction, DecisionSubject } from '@lapau/contract/decisions';
import { decisionActions, decisionSubjects } from '@lapau/contract/decisions';
import { isBeyondNow, readClock } from '../../platform/clock/clock.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { withdrawDecisionNotifications } from '../notifications/rules-withdraw.ts';
import { isOwnDecision } from './policy.ts';
import { findDecision, findLatestDecision, markSettled, markUndone } from './queries.ts';
import { takeDecisionLock, toDecision, undoableMs } from './rules.ts';
import type { StoredDecision } from './rules.ts';

type Effect = (tx: Tx, decision: StoredDecision) => Promise<void>;

/**
 * What the features that decide can do about each kind of decision: `reverse` makes everything as it was before, or refuses with
 * undo_expired when people have built on it meanwhile; `settle` deletes what was hidden once the decision stands.
 */
export type DecisionEffects = Partial<
  Record<`${DecisionSubject} ${DecisionAction}`, { reverse: Effect; settle?: Effect }>
>;

/** What else is done when any decision is undone. @returns the ids of the subjects that are gone with the decision */
export type OnUndone = (tx: Tx, decisionId: string) => Promise<string[]>;

const subjectOf = ({ subject_type: type, subject_id: id }: StoredDecision) => ({ type, id });
/** Finds the effect of a decision; undefined for a kind of decision that only a later release knows (D102). */
function effectOf(effects: DecisionEffects, { subject_type, action }: StoredDecision) {
  const type = decisionSubjects.find((known) => known === subject_type);
  const done = decisionActions.find((known) => known === action);
  return type && done && effects[`${type} ${done}`];
}

/**
 * Takes back one's own decision: everything is as it was before, and what people were told of it is withdrawn.
 * @throws AppError decision_not_found; undo_expired when it is too late, somebody else's, or was followed by another;
 *   application_not_found, appeal_not_found when the application or appeal was deleted with its person
 */
export async function undoDecision(
  tx: Tx,
  admin: Admin,
  id: string,
  { effects, onUndone }: { effects: DecisionEffects; onUndone: OnUndone },
): Promise<Decision> {
  const known = await findDecision(tx.db, id);
  if (!known) throw new AppError('decision_not_found');
  await takeDecisionLock(tx, known.subject_id);
  const decision = await findDecision(tx.db, id);
  if (!decision || !isOwnDecision(admin, decision)) throw new AppError('undo_expired');
  if (decision.undone_at !== null) return toDecision(decision);
  const now = await readClock(tx.db);
  const isOld = now.getTime() - decision.created_at.getTime() > undoableMs || isBeyondNow(decision.created_at, now);
  const isLate = decision.settled_at !== null || isOld;
  const reverse = effectOf(effects, decision)?.reverse;
  const type = decisionSubjects.find((known) => known === decision.subject_type);
  if (isLate || !reverse || !type || (await findLatestDecision(tx.db, subjectOf(decision)))?.id !== id)
    throw new AppError('undo_expired');
  await reverse(tx, decision);
  const gone = await onUndone(tx, id);
  await withdrawDecisionNotifications(tx, id, gone);
  await recordAction(tx, admin, {
    action: 'undo_decision',
    target: {
      type,
      id: decision.subject_id,
      ...(decision.user_id !== null && { userId: decision.user_id }),
    },
    details: { undone: decision.action },
  });
  return toDecision(await markUndone(tx.db, id));
}

/** Deletes what a decision has hidden, unless the decision was undone. A second run does no harm. */
export async function settleDecision(tx: Tx, id: string, effects: DecisionEffects): Promise<void> {
  const known = await findDecision(tx.db, id);
  if (!known) return;
  await takeDecisionLock(tx, known.subject_id);
  const decision = await findDecision(tx.db, id);
  if (!decision || decision.undone_at !== null || decision.settled_at !== null) return;
  const effect = effectOf(effects, decision);
  // The job is tried again until a process that knows the decision takes it.
  if (!effect) throw new Error(`the decision ${id} is of a later release`);
  await effect.settle?.(tx, decision);
  await markSettled(tx.db, id);
}
