import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { reasonPresets, reasonText } from '@lapau/contract/decisions';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { setPersonState, suspendSessions } from '../auth/rules.ts';
import type { DecisionEffects } from '../decisions/rules-undo.ts';
import { checkDecision, takeDecisionLock, recordDecision } from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { deletePerson } from '../profile/rules.ts';
import { findUserSuspensionReason, takeAdminsLock, setSuspension, undoSuspension } from '../suspensions/rules.ts';
import { deletionRefusal } from './policy.ts';

/**
 * Deletes a person: suspended at once, so that nothing of them shows and nobody signs in, and deleted when the decision
 * stands.
 * @throws AppError user_not_found, own_account, admin_not_demoted, already_decided
 */
export async function deleteUser(
  tx: Tx,
  admin: Admin,
  { user_id_to_delete: id, version, ...given }: ParsedInput<'delete_user_by_admin'>,
): Promise<CallOutput<'delete_user_by_admin'>> {
  await takeDecisionLock(tx, id);
  const activeAdmins = await takeAdminsLock(tx.db);
  const user = await lockPerson(tx.db, id);
  if (!user) throw new AppError('user_not_found');
  const refusal = deletionRefusal(admin.id, user, activeAdmins);
  if (refusal) throw new AppError(refusal);
  const earlier = await checkDecision(
    tx,
    admin,
    { type: 'user', id },
    { action: 'delete', version, isUndecided: true },
  );
  if (earlier) return { deleted: true, decision: earlier };
  const reason = reasonText(given) || reasonPresets.rules;
  const before = { was_suspended: user.is_suspended, reason: await findUserSuspensionReason(tx.db, id) };
  await setPersonState(tx.db, id, { is_removed: true });
  const session_mark = await suspendSessions(tx, id, 'account_deleted');
  await setSuspension(tx, { type: 'user', id }, { suspended: true, reason });
  const decision = await recordDecision(tx, admin, {
    subject: { type: 'user', id },
    action: 'delete',
    userId: id,
    reason,
    stateBefore: { ...before, session_mark },
    audit: {
      action: 'delete_user_by_admin',
      target: { type: 'user', id, userId: id },
      details: { name: user.full_name, role: user.role },
    },
  });
  return { deleted: true, decision };
}

async function undoUserDeletion(tx: Tx, decision: StoredDecision): Promise<void> {
  await undoSuspension(tx, decision);
  await setPersonState(tx.db, decision.subject_id, { is_removed: false });
}

export const userEffects: DecisionEffects = {
  'user delete': { reverse: undoUserDeletion, settle: (tx, { subject_id: id }) => deletePerson(tx, id) },
};
