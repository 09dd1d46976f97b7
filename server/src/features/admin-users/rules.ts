import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { reasonPresets, reasonText } from '@lapau/contract/decisions';
import { AppError } from '../../platform/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockProfile } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transaction.ts';
import { acceptAppeals } from '../appeals/rules.ts';
import { endSessions, resumeSessions, suspendSessions } from '../auth/rules.ts';
import { publishToPartners } from '../chat/rules.ts';
import { checkDecision, isDecided, lockSubject, recordDecision } from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { notifyOfDecision } from '../notifications/rules.ts';
import { isLastAdmin, suspensionRefusal } from './policy.ts';
import { findUserSuspensionReason, lockActiveAdmins, setUserSuspended } from './queries.ts';

/**
 * Suspends a person or lifts it (D7, D9, D11, D43). Lifting a suspension does not restore old sessions.
 * @throws AppError user_not_found, own_account, last_admin, already_decided
 */
export async function toggleUserSuspension(
  tx: Tx,
  admin: Admin,
  { user_id_to_toggle: id, suspended: wanted, version, ...given }: ParsedInput<'toggle_user_suspension'>,
): Promise<CallOutput<'toggle_user_suspension'>> {
  await lockSubject(tx, id);
  const activeAdmins = await lockActiveAdmins(tx.db);
  const user = await lockProfile(tx.db, id);
  if (!user) throw new AppError('user_not_found');
  const refusal = suspensionRefusal(admin.id, id, activeAdmins);
  if (refusal) throw new AppError(refusal);
  const suspended = wanted ?? !user.is_suspended;
  const action = suspended ? 'suspend' : 'lift';
  const isOpen = suspended !== user.is_suspended;
  if (!isOpen && !(await isDecided(tx, { type: 'user', id }))) return { is_suspended: suspended, decision: null };
  const earlier = await checkDecision(tx, admin, { type: 'user', id }, { action, version, isOpen });
  if (earlier) return { is_suspended: suspended, decision: earlier };

  const reason = suspended ? reasonText(given) || reasonPresets.rules : reasonText(given);
  const before = { was_suspended: user.is_suspended, reason: await findUserSuspensionReason(tx.db, id) };
  const ended = suspended && { session_mark: await suspendSessions(tx, id, 'account_suspended') };
  await setSuspension(tx, id, { suspended, reason: suspended ? reason : '' });
  const decision = await recordDecision(tx, admin, {
    subject: { type: 'user', id },
    action,
    userId: id,
    reason,
    stateBefore: { ...before, ...ended },
    audit: { action: 'toggle_user_suspension', target: { type: 'user', id, userId: id }, details: { suspended } },
  });
  if (!suspended) {
    await acceptAppeals(tx, { type: 'user', id }, decision);
    const outcome = 'Penangguhan akun Anda dicabut. Selamat datang kembali.';
    const content = reason ? `${outcome} ${reason}` : outcome;
    await notifyOfDecision(tx, [{ user_id: id, type: 'suspension_lifted', content, decision_id: decision.id }]);
  }
  return { is_suspended: suspended, decision };
}

/** The person is suspended, or not, as they were before; sessions that the suspension ended go on. */
export async function undoUserSuspension(tx: Tx, { subject_id: id, state_before }: StoredDecision): Promise<void> {
  const activeAdmins = await lockActiveAdmins(tx.db);
  const { was_suspended: suspended = false, reason = '', session_mark: mark } = state_before;
  if (!(await lockProfile(tx.db, id))) throw new AppError('undo_expired');
  if (suspended && isLastAdmin(id, activeAdmins)) throw new AppError('undo_expired');
  if (mark !== undefined) await resumeSessions(tx, id, mark);
  // they may have signed in after the lift that is undone
  if (suspended) await endSessions(tx, id, 'account_suspended', 'open');
  await setSuspension(tx, id, { suspended, reason });
}

/** Hides a person, who is locked already, or shows them again (D7, D11). */
export async function setSuspension(
  tx: Tx,
  id: string,
  { suspended, reason }: { suspended: boolean; reason: string },
): Promise<void> {
  await setUserSuspended(tx.db, id, suspended, reason);
  if (!suspended) tx.signal(`user:${id}`, { type: 'profile_changed' });
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${id}`, { type: 'warung_changed', warung_id: id });
  tx.signal('admin', { type: 'users_changed' });
  await publishToPartners(tx, id);
}
