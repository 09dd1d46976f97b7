import { limits } from '@lapau/contract/limits';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

const protectedSince = sql<Date>`now() - ${sql.lit(`${limits.formerAdminDays} days`)}::interval`;

/** The moment at which somebody ceased to be an admin; undefined for people who were none, or not lately (D80). */
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

/** @returns the ids of the admins two of whom can give this former admin a code (D80) */
export const findRecoveryAdmins = async (db: Db, userId: string): Promise<string[]> =>
  (await db.selectFrom('recovery_admins').select('admin_id').where('user_id', '=', userId).execute()).map(
    ({ admin_id }) => admin_id,
  );

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
