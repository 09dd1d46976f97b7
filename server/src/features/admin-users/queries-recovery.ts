import { limits } from '@lapau/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { deleteBatch } from '../../platform/retention.ts';

const protectedSince = sql<Date>`now() - ${sql.lit(`${limits.formerAdminDays} days`)}::interval`;

/** When somebody ceased to be an admin; undefined for those who never were one, or not lately (D80). */
export const findAdminEnd = async (db: Db, userId: string): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('all_people')
      .select('admin_until')
      .where('id', '=', userId)
      .where('role', '<>', 'admin')
      .where('admin_until', '>', protectedSince)
      .executeTakeFirst()
  )?.admin_until ?? undefined;

/**
 * Who may be the two that a recovery code for the former admin `p` takes (D80): active admins who had been that for a week, without
 * a break, when `p` ceased to be one. So nobody becomes one of them by waiting. A moment that lies ahead, as the database's clock
 * was set back since, counts as now.
 */
export const recoveryAdmins = `
  from all_people a
  where a.role = 'admin' and not a.is_suspended
    and a.admin_since <= least(p.admin_until, now()) - interval '${limits.recoveryAdminDays} days'`;

/** @returns their ids */
export const findRecoveryAdmins = async (db: Db, userId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select admins.id from all_people p cross join lateral (select a.id ${sql.raw(recoveryAdmins)}) admins
    where p.id = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
};

/** Whether the account of an admin with this e-mail was deleted lately. */
export const isDeletedAdminEmail = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('deleted_admins')
    .select('email_hash')
    .where('email_hash', '=', sql<string>`email_hash(${email})`)
    .where('deleted_at', '>', protectedSince)
    .executeTakeFirst()) !== undefined;

export const deleteOldDeletedAdmins = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'deleted_admins', sql`deleted_at < ${protectedSince}`, limit);
