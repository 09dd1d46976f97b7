import type { Role } from '@lapau/contract/profile';
import type { Db, DbTransaction } from '../../platform/database.ts';

/** A stall and its owner, whose row is locked first, as everything that decides about a person does. */
export async function lockWarung(
  db: DbTransaction,
  id: string,
): Promise<{ is_suspended: boolean; owner_role: Role } | undefined> {
  const owner = await db.selectFrom('profiles').where('id', '=', id).select('role').forUpdate().executeTakeFirst();
  const warung = await db
    .selectFrom('warungs')
    .where('id', '=', id)
    .select('is_suspended')
    .forUpdate()
    .executeTakeFirst();
  return owner && warung && { ...warung, owner_role: owner.role };
}

export const setWarungSuspended = (db: Db, id: string, isSuspended: boolean) =>
  db.updateTable('warungs').set({ is_suspended: isSuspended }).where('id', '=', id).execute();
