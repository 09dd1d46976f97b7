import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { reasonPresets, reasonText } from '@lapau/contract/decisions';
import { AppError } from '../../platform/errors/app-error.ts';
import { removeLater } from '../../platform/files/removal.ts';
import type { Admin } from '../../platform/session/actor.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { deleteAppealsOfStall, readAppealsOfStall } from '../appeals/rules.ts';
import { deleteDecidedApplications } from '../applications/rules.ts';
import { publishToPartners } from '../chat/rules.ts';
import type { DecisionEffects } from '../decisions/rules-undo.ts';
import { checkDecision, takeDecisionLock, recordDecision } from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { withdrawNotifications } from '../notifications/rules-withdraw.ts';
import { notifyOfDecision } from '../notifications/rules.ts';
import { deleteMenu } from '../posts/rules-delete.ts';
import { publishWarung } from '../warungs/rules-own.ts';
import { giveSellerRole, takeSellerRole } from '../warungs/rules-role.ts';
import {
  deleteWarungRow,
  findWarungRow,
  lockWarungAndOwner,
  lockWarungToDelete,
  setWarungSuspended,
} from '../warungs/rules.ts';
import { isOwnStall, isSellerAgain } from './policy.ts';

/**
 * Deletes a stall: its seller loses the role at once, which hides the stall and its menu and lets them apply again, an
 * admin's stall is suspended instead; it is deleted when the decision stands.
 * @throws AppError own_account, already_decided, image_delete_failed
 */
export async function deleteWarung(
  tx: Tx,
  admin: Admin,
  { warung_id: id, version, ...given }: ParsedInput<'delete_warung_by_admin'>,
): Promise<CallOutput<'delete_warung_by_admin'>> {
  if (isOwnStall(admin, id)) throw new AppError('own_account');
  await takeDecisionLock(tx, id);
  const locked = await lockWarungAndOwner(tx.db, id);
  const warung = locked && (await findWarungRow(tx.db, id));
  if (!warung) return { deleted: false, decision: null };
  const earlier = await checkDecision(
    tx,
    admin,
    { type: 'warung', id },
    { action: 'delete', version, isUndecided: true },
  );
  if (earlier) return { deleted: true, decision: earlier };
  const reason = reasonText(given) || reasonPresets.rules;
  await withdrawNotifications(tx, { person: id }, id, async () => {
    await takeSellerRole(tx, id);
    await setWarungSuspended(tx.db, id, true, reason);
  });
  const decision = await recordDecision(tx, admin, {
    subject: { type: 'warung', id },
    action: 'delete',
    userId: id,
    reason,
    stateBefore: {
      role: locked.owner_role,
      was_suspended: warung.is_suspended,
      reason: warung.suspension_reason,
    },
    audit: {
      action: 'delete_warung_by_admin',
      target: { type: 'warung', id, userId: id },
      details: { name: warung.name },
    },
  });
  await readAppealsOfStall(tx, id, decision);
  const content = `Warung ${warung.name} dihapus admin: ${reason}`;
  await notifyOfDecision(tx, [{ user_id: id, type: 'content_removed', content, decision_id: decision.id }]);
  await publishOwner(tx, id);
  return { deleted: true, decision };
}

/**
 * Shows the stall and its menu again, with all that belongs to them.
 * @throws AppError undo_expired when the stall does not exist any more
 */
async function undoWarungDeletion(tx: Tx, { subject_id: id, state_before }: StoredDecision): Promise<void> {
  if (!(await lockWarungAndOwner(tx.db, id))) throw new AppError('undo_expired');
  await withdrawNotifications(tx, { person: id }, id, async () => {
    if (isSellerAgain(state_before)) await giveSellerRole(tx, id);
    await setWarungSuspended(tx.db, id, state_before.was_suspended ?? false, state_before.reason ?? '');
  });
  await publishOwner(tx, id);
}

/**
 * Deletes a stall with its menu and all that belongs to it. Conversations, reports' snapshots and an application that waits for a
 * decision stay.
 * @throws AppError image_delete_failed
 */
async function settleWarungDeletion(tx: Tx, { subject_id: id, created_at: decidedAt }: StoredDecision): Promise<void> {
  const warung = await lockWarungToDelete(tx.db, id);
  if (!warung) return;
  await withdrawNotifications(tx, { stall: id }, id, async () => {
    await deleteMenu(tx, id);
    await deleteWarungRow(tx.db, id);
  });
  await deleteAppealsOfStall(tx, id);
  // Dishes of its menu that were reported are gone.
  tx.signal('admin', { type: 'reports_changed' });
  const files = await deleteDecidedApplications(tx, id, decidedAt);
  if (warung.avatar_url) files.push({ bucket: 'avatars', path: warung.avatar_url });
  await removeLater(tx, files);
  await publishOwner(tx, id);
}

async function publishOwner(tx: Tx, id: string): Promise<void> {
  publishWarung(tx, id);
  tx.signal(`user:${id}`, { type: 'applications_changed' });
  tx.signal('admin', { type: 'users_changed' });
  await publishToPartners(tx, id);
}

export const warungEffects: DecisionEffects = {
  'warung delete': { reverse: undoWarungDeletion, settle: settleWarungDeletion },
};
