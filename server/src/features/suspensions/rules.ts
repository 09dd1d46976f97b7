import type { Decision } from '@lapau/contract/decisions';
import { reasonPresets, reasonText } from '@lapau/contract/decisions';
import type { ReasonKey } from '@lapau/contract/decisions';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { acceptAppeals } from '../appeals/rules.ts';
import { endSessions, resumeSessions, setPersonState, suspendSessions } from '../auth/rules.ts';
import { closePushesOf, publishToPartners } from '../chat/rules.ts';
import type { DecisionEffects } from '../decisions/rules-undo.ts';
import { checkDecision, isDecided, takeDecisionLock, recordDecision } from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { withdrawNotifications } from '../notifications/rules-withdraw.ts';
import { notifyOfDecision } from '../notifications/rules.ts';
import { lockWarungAndOwner, setWarungSuspended } from '../warungs/rules.ts';
import { isEndedWithStall, isLastAdmin, stallSuspensionRefusal, suspensionRefusal } from './policy.ts';
import { findUserSuspensionReason, takeAdminsLock } from './queries.ts';

export { findUserSuspensionReason, takeAdminsLock } from './queries.ts';

type SubjectType = 'user' | 'warung';
type Suspension = { suspended: boolean; reason: string };

/** A person or a stall as it is, locked. */
type Locked = {
  is_suspended: boolean;
  suspension_reason: string;
  /** Whether a suspension signs the person out; that of an admin's stall does not. */
  endsSessions: boolean;
  /** Says why this admin may not decide about the person or stall; undefined if they may. */
  refusal: (admin: Admin) => 'own_account' | 'last_admin' | 'forbidden' | undefined;
  isLastAdmin: boolean;
};

/** What differs between the suspension of a person and that of a stall. */
type Subject = {
  missing: 'user_not_found' | 'warung_not_found';
  sessionsEndWith: 'account_suspended' | 'warung_suspended';
  action: 'toggle_user_suspension' | 'toggle_warung_suspension';
  lifted: string;
  /** Takes the locks in the common order; undefined when the person or stall does not exist. */
  lock: (tx: Tx, id: string) => Promise<Locked | undefined>;
  set: (tx: Tx, id: string, suspension: Suspension) => Promise<unknown>;
};

const subjects: Record<SubjectType, Subject> = {
  user: {
    missing: 'user_not_found',
    sessionsEndWith: 'account_suspended',
    action: 'toggle_user_suspension',
    lifted: 'Penangguhan akun Anda dicabut. Selamat datang kembali.',
    lock: async (tx, id) => {
      const activeAdmins = await takeAdminsLock(tx.db);
      const person = await lockPerson(tx.db, id);
      return (
        person && {
          is_suspended: person.is_suspended,
          suspension_reason: await findUserSuspensionReason(tx.db, id),
          endsSessions: true,
          refusal: (admin) => suspensionRefusal(admin.id, id, activeAdmins),
          isLastAdmin: isLastAdmin(id, activeAdmins),
        }
      );
    },
    set: (tx, id, { suspended, reason }) =>
      setPersonState(tx.db, id, { is_suspended: suspended, suspension_reason: reason }),
  },
  warung: {
    missing: 'warung_not_found',
    sessionsEndWith: 'warung_suspended',
    action: 'toggle_warung_suspension',
    lifted: 'Penangguhan warung Anda dicabut. Warung dan menunya terlihat lagi.',
    lock: async (tx, id) => {
      const stall = await lockWarungAndOwner(tx.db, id);
      return (
        stall && {
          is_suspended: stall.is_suspended,
          suspension_reason: stall.suspension_reason,
          endsSessions: isEndedWithStall(stall),
          refusal: (admin) => stallSuspensionRefusal(admin.id, id),
          isLastAdmin: false,
        }
      );
    },
    set: (tx, id, { suspended, reason }) => setWarungSuspended(tx.db, id, suspended, reason),
  },
};

/**
 * Suspends a person or a stall and signs the person out, or lifts the suspension. Lifting it does not restore old sessions.
 * @param wanted.suspended the wanted state; undefined stands for the opposite of the present one
 * @throws AppError user_not_found, warung_not_found; own_account, last_admin, forbidden; already_decided
 */
export async function toggleSuspension(
  tx: Tx,
  admin: Admin,
  { type, id }: { type: SubjectType; id: string },
  wanted: {
    suspended?: boolean | undefined;
    version?: number | undefined;
    reason: string;
    reason_key?: ReasonKey | undefined;
  },
): Promise<{ is_suspended: boolean; decision: Decision | null }> {
  const subject = subjects[type];
  await takeDecisionLock(tx, id);
  const locked = await subject.lock(tx, id);
  if (!locked) throw new AppError(subject.missing);
  const refusal = locked.refusal(admin);
  if (refusal) throw new AppError(refusal);
  const suspended = wanted.suspended ?? !locked.is_suspended;
  const action = suspended ? 'suspend' : 'lift';
  const isUndecided = suspended !== locked.is_suspended;
  if (!isUndecided && !(await isDecided(tx, { type, id }))) return { is_suspended: suspended, decision: null };
  const earlier = await checkDecision(tx, admin, { type, id }, { action, version: wanted.version, isUndecided });
  if (earlier) return { is_suspended: suspended, decision: earlier };

  const reason = suspended ? reasonText(wanted) || reasonPresets.rules : reasonText(wanted);
  const ended = suspended &&
    locked.endsSessions && { session_mark: await suspendSessions(tx, id, subject.sessionsEndWith) };
  await setSuspension(tx, { type, id }, { suspended, reason: suspended ? reason : '' });
  if (!ended) tx.signal(`user:${id}`, { type: 'profile_changed' });
  const decision = await recordDecision(tx, admin, {
    subject: { type, id },
    action,
    userId: id,
    reason,
    stateBefore: { was_suspended: locked.is_suspended, reason: locked.suspension_reason, ...ended },
    audit: { action: subject.action, target: { type, id, userId: id }, details: { suspended } },
  });
  if (!suspended) {
    await acceptAppeals(tx, { type, id }, decision);
    const content = reason ? `${subject.lifted} ${reason}` : subject.lifted;
    await notifyOfDecision(tx, [{ user_id: id, type: 'suspension_lifted', content, decision_id: decision.id }]);
  }
  return { is_suspended: suspended, decision };
}

/** Hides a person or a stall, which is locked already, or shows it again. */
export async function setSuspension(
  tx: Tx,
  { type, id }: { type: SubjectType; id: string },
  suspension: Suspension,
): Promise<void> {
  await withdrawNotifications(tx, { person: id }, id, () => subjects[type].set(tx, id, suspension));
  if (suspension.suspended) await closePushesOf(tx, id);
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${id}`, { type: 'warung_changed', warung_id: id });
  tx.signal('admin', { type: 'users_changed' });
  await publishToPartners(tx, id);
}

/**
 * Makes the person or stall suspended or not, as before the decision; sessions that the suspension ended go on.
 * @throws AppError undo_expired when the person or stall is gone, or is the last active admin
 */
export async function undoSuspension(
  tx: Tx,
  { subject_type, subject_id: id, state_before }: StoredDecision,
): Promise<void> {
  const type = subject_type === 'warung' ? 'warung' : 'user';
  const { was_suspended: suspended = false, reason = '', session_mark: mark } = state_before;
  const locked = await subjects[type].lock(tx, id);
  if (!locked || (suspended && locked.isLastAdmin)) throw new AppError('undo_expired');
  if (mark !== undefined) await resumeSessions(tx, id, mark);
  // The person may have signed in since the lift that is now undone.
  if (suspended && locked.endsSessions) await endSessions(tx, id, subjects[type].sessionsEndWith, 'open');
  else tx.signal(`user:${id}`, { type: 'profile_changed' });
  await setSuspension(tx, { type, id }, { suspended, reason });
}

export const suspensionEffects: DecisionEffects = {
  'user suspend': { reverse: undoSuspension },
  'user lift': { reverse: undoSuspension },
  'warung suspend': { reverse: undoSuspension },
  'warung lift': { reverse: undoSuspension },
};
