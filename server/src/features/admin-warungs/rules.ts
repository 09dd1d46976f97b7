import type { AdminWarung } from '@lapau/contract/admin-warungs';
import type { ParsedInput } from '@lapau/contract/calls';
import type { Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors/app-error.ts';
import type { Admin } from '../../platform/session/actor.ts';
import { lockPerson } from '../../platform/session/standing.ts';
import { beginEdit } from '../../platform/transactions/edit.ts';
import type { Tx } from '../../platform/transactions/transaction.ts';
import { recordAction } from '../audit/rules.ts';
import { changeWarung } from '../warungs/rules-own.ts';
import { findAdminWarung } from './queries.ts';

/** @throws AppError warung_not_found */
export async function getWarungByAdmin(db: Db, id: string): Promise<AdminWarung> {
  const warung = await findAdminWarung(db, id);
  if (!warung) throw new AppError('warung_not_found');
  return warung;
}

/**
 * Changes any stall unless it was changed after the version that the admin has seen. The same content sent
 * again gets the same answer.
 * @throws AppError warung_not_found, name_reserved; version_conflict with the current stall
 */
export async function updateWarungByAdmin(
  tx: Tx,
  admin: Admin,
  { warung_id: id, version, ...fields }: ParsedInput<'update_warung_by_admin'>,
): Promise<AdminWarung> {
  await lockPerson(tx.db, id);
  const current = await getWarungByAdmin(tx.db, id);
  const changes = beginEdit(current, fields, version);
  if (!changes) return current;
  await changeWarung(tx, current, current.owner_role, fields);
  await recordAction(tx, admin, {
    action: 'update_warung_by_admin',
    target: { type: 'warung', id, userId: id },
    details: changes,
  });
  tx.signal('admin', { type: 'users_changed' });
  return getWarungByAdmin(tx.db, id);
}
