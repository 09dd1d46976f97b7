import type { AdminUser } from '@lapau/contract/admin-users';
import type { ParsedInput } from '@lapau/contract/calls';
import { errors } from '@lapau/contract/errors';
import { nameOf } from '@lapau/contract/known';
import { roleNames } from '@lapau/contract/roles';
import { violatedUnique } from '../../platform/database/database.ts';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { sendMail } from '../auth/rules-mails.ts';
import { refuseMisleadingName, refuseNameInUse } from '../auth/rules-sign-up.ts';
import { endSessions, revokeLinks, updatePersonRow } from '../auth/rules.ts';
import { publishToPartners } from '../chat/rules.ts';
import { takeDecisionLock, refuseWhileDeleted } from '../decisions/rules.ts';
import { withdrawNotifications, withdrawNotificationsOfRole } from '../notifications/rules-withdraw.ts';
import { notifyOfNewAdmin, notifyOnce } from '../notifications/rules.ts';
import { pushLast } from '../push/rules-last.ts';
import { takeAdminsLock } from '../suspensions/rules.ts';
import { createMissingWarung } from '../warungs/rules.ts';
import { editRefusal, roleChange } from './policy.ts';
import { findAdminUser } from './queries-list.ts';
import { isDeletedAdminEmail } from './queries-recovery.ts';

/**
 * Changes a person's profile, e-mail and role. The same content sent again gets the same answer.
 * @throws AppError user_not_found; own_role, last_admin, admin_email, former_admin_email; email_taken; name_mixed, name_reserved,
 *   name_in_use; version_conflict with the current profile; person_being_deleted, stall_being_deleted
 */
export async function updateUserByAdmin(
  tx: Tx,
  admin: Admin,
  { user_id_to_update: id, version: seen, ...input }: ParsedInput<'update_user_by_admin'>,
): Promise<AdminUser> {
  await takeDecisionLock(tx, id);
  const activeAdmins = await takeAdminsLock(tx.db);
  await lockPerson(tx.db, id);
  const current = await readUser(tx.db, id);
  const wanted = {
    full_name: input.new_full_name,
    email: input.new_email,
    phone: input.new_phone,
    role: input.new_role,
    address: input.new_address,
    nagari: input.new_nagari,
    kecamatan: input.new_kecamatan,
  };
  const refusal = editRefusal(admin.id, current, wanted, activeAdmins);
  if (refusal) throw new AppError(refusal);
  const changes = beginEdit(current, wanted, seen);
  if (!changes) return current;
  await refuseWhileDeleted(tx, id);
  const isChanged = (field: keyof typeof wanted) => field in changes.after;
  const { becomesSeller, isDemotedAdmin, isAdmin, nameRole } = roleChange(current.role, wanted.role);
  if (isAdmin && (await isDeletedAdminEmail(tx.db, wanted.email))) {
    throw new AppError('former_admin_email', { new_email: errors.former_admin_email[1] });
  }
  if (isChanged('full_name')) {
    await refuseMisleadingName(tx.db, wanted.full_name, 'new_full_name', nameRole);
  }
  if (isAdmin && (isChanged('full_name') || isChanged('role'))) {
    await refuseNameInUse(tx.db, { id, name: wanted.full_name }, 'new_full_name');
  }

  const save = () => write(tx.db, id, wanted);
  // The dishes of somebody who sells no more are hidden, and the notifications about these dishes with them.
  await (isChanged('role') ? withdrawNotifications(tx, { person: id }, id, save) : save());
  await recordAction(tx, admin, {
    action: 'update_user_by_admin',
    target: { type: 'user', id, userId: id },
    details: changes,
  });
  if (becomesSeller) {
    await createMissingWarung(tx, { id, name: wanted.full_name, phone: wanted.phone });
  }
  // a code that was made before the person became an admin must not outlast it (D80)
  if (isChanged('email') || isDemotedAdmin) await revokeLinks(tx, id);
  if (isChanged('email')) await tx.enqueue(sendMail, { mail: 'email_changed', to: current.email });
  if (isChanged('role')) {
    await withdrawNotificationsOfRole(tx, id, { before: current.role, after: wanted.role });
    const content = `Peran Anda diubah admin: ${nameOf(roleNames, current.role)} menjadi ${roleNames[wanted.role]}.`;
    await notifyOnce(tx, { user_id: id, type: 'role_changed', content });
    if (isAdmin) await notifyOfNewAdmin(tx, newAdminTexts(admin, { id, name: wanted.full_name }), [admin.id, id]);
  }
  // an open page would go on receiving the signals that are for admins only
  if (isDemotedAdmin) await signOutDemoted(tx, { id, email: current.email });
  else if (isChanged('email')) await endSessions(tx, id, 'ended_elsewhere');
  else tx.signal(`user:${id}`, { type: 'profile_changed' });
  tx.signal('feed', { type: 'feed_changed' });
  tx.signal(`warung:${id}`, { type: 'warung_changed', warung_id: id });
  tx.signal('admin', { type: 'users_changed' });
  if (isChanged('role') || isChanged('full_name')) await publishToPartners(tx, id);
  return readUser(tx.db, id);
}

const newAdminTexts = (admin: { id: string; name: string }, person: { id: string; name: string }) => ({
  content: `${admin.name} menjadikan ${person.name} admin.`,
  names: [admin.id, person.id],
  nameless: 'Seorang admin menjadikan seorang anggota admin.',
});

/** Ends an admin's sessions, and tells them by mail and a last push, as nothing else reaches signed-out devices (D80). */
async function signOutDemoted(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  const body = 'Seorang admin mengubah peran Anda: Anda bukan admin lagi. Bukan kesepakatan? Hubungi admin lain.';
  await pushLast(tx, id, { title: 'Keputusan admin', body });
  await tx.enqueue(sendMail, { mail: 'demoted', to: email });
  await endSessions(tx, id, 'role_changed');
}

async function readUser(db: Db, id: string): Promise<AdminUser> {
  const user = await findAdminUser(db, id);
  if (!user) throw new AppError('user_not_found');
  return user;
}

async function write(db: Db, id: string, columns: Parameters<typeof updatePersonRow>[2]): Promise<void> {
  try {
    await updatePersonRow(db, id, columns);
  } catch (error) {
    if (violatedUnique(error) === 'profiles_email') {
      throw new AppError('email_taken', { new_email: 'Email sudah terdaftar.' });
    }
    throw error;
  }
}
