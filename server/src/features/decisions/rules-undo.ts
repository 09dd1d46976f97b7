import type { Decision, DecisionAction, DecisionSubject } from '@lapau/contract/decisions';
import { AppError } from '../../platform/app-error.ts';
import { readClock } from '../../platform/clock.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transaction.ts';
import { settleUserDeletion, undoUserDeletion } from '../admin-users/rules-delete.ts';
import { undoUserSuspension } from '../admin-users/rules.ts';
import { undoAnswer } from '../appeals/rules-decide.ts';
import { undoAppeals } from '../appeals/rules.ts';
import { undoApproval, undoRejection } from '../applications/rules-decide.ts';
import { recordAction } from '../audit/rules.ts';
import { withdrawDecisionNotifications } from '../notifications/rules.ts';
import { settleRemoval, undoReportDecision } from '../reports/rules-decide.ts';
import { settleWarungDeletion, undoWarungDeletion } from '../warungs/rules-delete.ts';
import { undoWarungSuspension } from '../warungs/rules.ts';
import { isOwnDecision } from './policy.ts';
import { findDecision, findLatestDecision, markSettled, markUndone } from './queries.ts';
import { lockSubject, toDecision, undoableMs } from './rules.ts';
import type { StoredDecision } from './rules.ts';

type Kind = `${DecisionSubject} ${DecisionAction}`;
type Effect = (tx: Tx, decision: StoredDecision) => Promise<void>;

/** How each kind of decision is reversed. Each may refuse with undo_expired when people have built on it meanwhile. */
const reversals: Partial<Record<Kind, Effect>> = {
  'application approve': undoApproval,
  'application reject': undoRejection,
  'post dismiss': undoReportDecision,
  'post remove': undoReportDecision,
  'comment dismiss': undoReportDecision,
  'comment remove': undoReportDecision,
  'message dismiss': undoReportDecision,
  'message remove': undoReportDecision,
  'user suspend': undoUserSuspension,
  'user lift': undoUserSuspension,
  'user delete': undoUserDeletion,
  'warung suspend': undoWarungSuspension,
  'warung lift': undoWarungSuspension,
  'warung delete': undoWarungDeletion,
  'appeal accept': undoAnswer,
  'appeal reject': undoAnswer,
};

/** How what was hidden is deleted once the decision stands. */
const settlements: Partial<Record<Kind, Effect>> = {
  'post remove': settleRemoval,
  'comment remove': settleRemoval,
  'message remove': settleRemoval,
  'user delete': settleUserDeletion,
  'warung delete': settleWarungDeletion,
};

const subjectOf = ({ subject_type: type, subject_id: id }: StoredDecision) => ({ type, id });
const kindOf = (decision: StoredDecision): Kind => `${decision.subject_type} ${decision.action}`;

/**
 * Takes back one's own decision: everything is as it was before, and what people were told of it is withdrawn (D75).
 * @throws AppError decision_not_found; undo_expired when it is too late, somebody else's, or was followed by another;
 *   application_not_found, appeal_not_found when it went with its person
 */
export async function undoDecision(tx: Tx, admin: Admin, id: string): Promise<Decision> {
  const known = await findDecision(tx.db, id);
  if (!known) throw new AppError('decision_not_found');
  await lockSubject(tx, known.subject_id);
  const decision = await findDecision(tx.db, id);
  if (!decision || !isOwnDecision(admin, decision)) throw new AppError('undo_expired');
  if (decision.undone_at !== null) return toDecision(decision);
  const ageMs = (await readClock(tx.db)).getTime() - decision.created_at.getTime();
  const isLate = decision.settled_at !== null || ageMs > undoableMs;
  const reverse = reversals[kindOf(decision)];
  if (isLate || !reverse || (await findLatestDecision(tx.db, subjectOf(decision)))?.id !== id)
    throw new AppError('undo_expired');
  await reverse(tx, decision);
  const gone = await undoAppeals(tx, id);
  await withdrawDecisionNotifications(tx, id, gone);
  await recordAction(tx, admin, {
    action: 'undo_decision',
    target: {
      ...subjectOf(decision),
      ...(decision.user_id !== null && { userId: decision.user_id }),
    },
    details: { undone: decision.action },
  });
  return toDecision(await markUndone(tx.db, id));
}

/** Deletes what a decision has hidden, unless it was undone. Runs again harmlessly. */
export async function settleDecision(tx: Tx, id: string): Promise<void> {
  const known = await findDecision(tx.db, id);
  if (!known) return;
  await lockSubject(tx, known.subject_id);
  const decision = await findDecision(tx.db, id);
  if (!decision || decision.undone_at !== null || decision.settled_at !== null) return;
  await settlements[kindOf(decision)]?.(tx, decision);
  await markSettled(tx.db, id);
}
