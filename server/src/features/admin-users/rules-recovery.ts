import type { CallOutput } from '@lapau/contract/calls';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import {
  findRecoveryRequest,
  mailAboutRecovery,
  openRecoveryCode,
  storeRecoveryRequest,
} from '../auth/rules-recovery-code.ts';
import { notifyOnce } from '../notifications/rules.ts';
import { takeAdminsLock } from '../suspensions/rules.ts';
import { isAskedByAnother, isOwnRequest, recoveryRefusal } from './policy.ts';
import { recoveryRequestMs } from './queries-list.ts';
import { findAdminEnd, findRecoveryAdmins } from './queries-recovery.ts';

/**
 * Makes a code that the admin reads out to a person. For somebody who has just ceased to be an admin, another admin
 * has to have asked for it, and has to have been an admin ever since.
 * @throws AppError user_not_found, admin_recovery, former_admin_recovery, second_admin_needed
 */
export async function createRecoveryCode(
  tx: Tx,
  admin: Admin,
  id: string,
): Promise<CallOutput<'create_recovery_code'>> {
  const { recoveryAdmins, isProtected } = await lockRecovered(tx, admin, id);
  if (isProtected) {
    const request = await findRecoveryRequest(tx.db, id, recoveryRequestMs);
    if (!request || !isAskedByAnother(admin.id, request, recoveryAdmins)) throw new AppError('second_admin_needed');
  }
  const { code, expiresAt } = await openRecoveryCode(tx, id);
  await recordAction(tx, admin, { action: 'create_recovery_code', target: { type: 'user', id, userId: id } });
  return { code, expires_at: expiresAt.toISOString() };
}

/**
 * Asks the other admins for a code; they and the person are told, the person by mail too.
 * @throws AppError user_not_found, admin_recovery, former_admin_recovery, second_admin_unneeded
 */
export async function requestRecoveryCode(
  tx: Tx,
  admin: Admin,
  id: string,
): Promise<CallOutput<'request_recovery_code'>> {
  const { person, activeAdmins, isProtected } = await lockRecovered(tx, admin, id);
  if (!isProtected) throw new AppError('second_admin_unneeded');
  const earlier = await findRecoveryRequest(tx.db, id, recoveryRequestMs);
  const expiresAt = await storeRecoveryRequest(tx.db, id, admin.id, recoveryRequestMs);
  if (earlier && isOwnRequest(admin.id, earlier)) return { expires_at: expiresAt.toISOString() };
  await recordAction(tx, admin, { action: 'request_recovery_code', target: { type: 'user', id, userId: id } });
  const [own, others] = [
    (who: string) =>
      `${who} meminta kode pemulihan untuk akun Anda. Bukan Anda yang meminta? Segera hubungi admin lain.`,
    (who: string, whose: string) => `${who} meminta kode pemulihan untuk ${whose}, yang baru berhenti menjadi admin.`,
  ];
  const toOwner = { content: own(`Admin ${admin.name}`), names: [admin.id], nameless: own('Seorang admin') };
  const toOthers = {
    content: others(admin.name, person.full_name),
    names: [admin.id, id],
    nameless: others('Seorang admin', 'seseorang'),
  };
  const told = new Set([...activeAdmins, id]);
  told.delete(admin.id);
  for (const user_id of [...told].toSorted()) {
    const isOwn = id === user_id;
    await notifyOnce(tx, {
      user_id,
      type: isOwn ? 'recovery_code' : 'recovery_request',
      ...(isOwn ? toOwner : toOthers),
    });
  }
  await mailAboutRecovery(tx, id, 'recovery_requested');
  tx.signal('admin', { type: 'users_changed' });
  return { expires_at: expiresAt.toISOString() };
}

/** A person who is to get a code, locked. */
async function lockRecovered(tx: Tx, admin: Admin, id: string) {
  const activeAdmins = await takeAdminsLock(tx.db);
  const person = await lockPerson(tx.db, id);
  if (!person) throw new AppError('user_not_found');
  const adminUntil = await findAdminEnd(tx.db, id);
  const recoveryAdmins = adminUntil ? await findRecoveryAdmins(tx.db, id) : [];
  const refusal = recoveryRefusal(admin.id, { role: person.role, adminUntil }, { activeAdmins, recoveryAdmins });
  if (refusal) throw new AppError(refusal);
  return { person, activeAdmins, recoveryAdmins, isProtected: adminUntil !== undefined };
}
