import type { CallOutput, ParsedInput } from '@lapau/contract/calls';
import { reasonText } from '@lapau/contract/decisions';
import type { Decision, DecisionAction } from '@lapau/contract/decisions';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import type { DecisionEffects } from '../decisions/rules-undo.ts';
import { checkDecision, takeDecisionLock, recordDecision, refuseWhileDeleted } from '../decisions/rules.ts';
import type { StoredDecision } from '../decisions/rules.ts';
import { markDecidedRead } from '../notifications/rules-withdraw.ts';
import { notifyOfDecision } from '../notifications/rules.ts';
import { giveSellerRole, takeSellerRole } from '../warungs/rules-role.ts';
import { createWarung, readWarungRow, restoreWarung } from '../warungs/rules.ts';
import { isBuyerAgain, isOwnCase, mayGetStall } from './policy.ts';
import { decideApplication, findApplication, hasPendingApplication } from './queries.ts';
import { publishApplications } from './rules.ts';

/**
 * Makes the applicant a seller with a closed stall.
 * @throws AppError application_not_found; own_case, already_decided; person_being_deleted, stall_being_deleted; applicant_suspended
 */
export async function approveApplication(
  tx: Tx,
  admin: Admin,
  { application_id: id, version }: ParsedInput<'approve_seller_application'>,
): Promise<CallOutput<'approve_seller_application'>> {
  const { application, person, earlier } = await beginDecision(tx, admin, id, 'approve', version);
  if (earlier) return { status: 'approved', decision: earlier };
  await refuseWhileDeleted(tx, person.id);
  if (!mayGetStall(person)) throw new AppError('applicant_suspended');
  const { user_id: userId, warung_name: name, phone_number } = application;
  const warung = await readWarungRow(tx, userId);
  await giveSellerRole(tx, userId);
  await createWarung(tx, {
    id: userId,
    name,
    bio: application.warung_description,
    address: application.address,
    avatar_url: application.warung_avatar_url,
    phone_number,
    whatsapp_number: phone_number,
  });
  const decision = await recordDecision(tx, admin, {
    subject: { type: 'application', id },
    action: 'approve',
    userId,
    stateBefore: { role: person.role, warung: warung ?? null },
    audit: {
      action: 'approve_seller_application',
      target: { type: 'application', id, userId },
      details: { warung_name: name },
    },
  });
  await decideApplication(tx.db, id, { status: 'approved' });
  await markDecidedRead(tx, [id], decision.id);
  await notifyOfDecision(tx, [
    {
      user_id: userId,
      type: 'application_approved',
      content: `Selamat! Pengajuan ${name} disetujui. Anda sekarang dapat berjualan.`,
      decision_id: decision.id,
    },
  ]);
  publishApplications(tx, userId);
  tx.signal('admin', { type: 'users_changed' });
  return { status: 'approved', decision };
}

/**
 * Rejects an application, with what the applicant may change.
 * @throws AppError application_not_found; own_case, already_decided
 */
export async function rejectApplication(
  tx: Tx,
  admin: Admin,
  { application_id: id, field, version, ...given }: ParsedInput<'reject_seller_application'>,
): Promise<CallOutput<'reject_seller_application'>> {
  const { application, earlier } = await beginDecision(tx, admin, id, 'reject', version);
  if (earlier) return { status: 'rejected', decision: earlier };
  const { user_id: userId, warung_name: name } = application;
  const reason = reasonText(given);
  const decision = await recordDecision(tx, admin, {
    subject: { type: 'application', id },
    action: 'reject',
    userId,
    reason,
    audit: {
      action: 'reject_seller_application',
      target: { type: 'application', id, userId },
      details: { warung_name: name, ...(field && { field }) },
    },
  });
  await decideApplication(tx.db, id, {
    status: 'rejected',
    rejection_reason: reason,
    rejection_field: field ?? null,
  });
  await markDecidedRead(tx, [id], decision.id);
  await notifyOfDecision(tx, [
    {
      user_id: userId,
      type: 'application_rejected',
      content: reason
        ? `Pengajuan ${name} ditolak: ${reason}`
        : `Pengajuan ${name} ditolak. Anda dapat mengajukan ulang.`,
      decision_id: decision.id,
    },
  ]);
  publishApplications(tx, userId);
  return { status: 'rejected', decision };
}

/**
 * Makes the stall what it was before the approval, and has the application wait again.
 * @throws AppError undo_expired when the new seller has posted a dish, or has lost the stall and applied again
 */
async function undoApproval(tx: Tx, { subject_id: id, state_before }: StoredDecision): Promise<void> {
  const { application } = await lockApplication(tx, id);
  const { user_id: userId } = application;
  if (await hasPendingApplication(tx.db, userId)) throw new AppError('undo_expired');
  if (isBuyerAgain(state_before)) await takeSellerRole(tx, userId);
  await restoreWarung(tx, userId, state_before.warung ?? null);
  await decideApplication(tx.db, id, { status: 'pending' });
  publishApplications(tx, userId);
  tx.signal('admin', { type: 'users_changed' });
}

/**
 * Has the application wait again.
 * @throws AppError undo_expired when the applicant has applied again
 */
async function undoRejection(tx: Tx, { subject_id: id }: StoredDecision): Promise<void> {
  const { application } = await lockApplication(tx, id);
  if (await hasPendingApplication(tx.db, application.user_id)) throw new AppError('undo_expired');
  await decideApplication(tx.db, id, { status: 'pending', rejection_reason: '', rejection_field: null });
  publishApplications(tx, application.user_id);
}

export const applicationEffects: DecisionEffects = {
  'application approve': { reverse: undoApproval },
  'application reject': { reverse: undoRejection },
};

async function beginDecision(
  tx: Tx,
  admin: Admin,
  id: string,
  action: DecisionAction,
  version: number | undefined,
): Promise<Awaited<ReturnType<typeof lockApplication>> & { earlier: Decision | undefined }> {
  await takeDecisionLock(tx, id);
  const locked = await lockApplication(tx, id);
  if (isOwnCase(admin, locked.application)) throw new AppError('own_case');
  const isUndecided = locked.application.status === 'pending';
  return {
    ...locked,
    earlier: await checkDecision(tx, admin, { type: 'application', id }, { action, version, isUndecided }),
  };
}

/** Locks the applicant of an application, and finds both: whoever decides or applies locks the person first. */
async function lockApplication(tx: Tx, id: string) {
  const found = await findApplication(tx.db, id);
  const person = found && (await lockPerson(tx.db, found.user_id));
  // The application is read again, as it may have been decided while this waited for the lock.
  const application = person && (await findApplication(tx.db, id));
  if (!application) throw new AppError('application_not_found');
  return { application, person };
}
