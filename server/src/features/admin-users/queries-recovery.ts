import { limits } from '@lapau/contract/limits';
import { sql } from 'kysely';
import { inFuture, now } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { deleteBatch } from '../../platform/retention.ts';

const protectedSince = sql<Date>`now() - ${sql.lit(`${limits.formerAdminDays} days`)}::interval`;

/** When somebody ceased to be an admin; undefined for those who never were one, or not lately (D80). */
export const findAdminEnd = async (db: Db, userId: string): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('profiles')
      .select('admin_until')
      .where('id', '=', userId)
      .where('role', '<>', 'admin')
      .where('admin_until', '>', protectedSince)
      .executeTakeFirst()
  )?.admin_until ?? undefined;

export const wasAdminBefore = async (db: Db, adminId: string, moment: Date): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', adminId)
    .where('admin_since', '<', moment)
    .executeTakeFirst()) !== undefined;

/** Whether the account of an admin with this e-mail was deleted lately. */
export const isDeletedAdminEmail = async (db: Db, email: string): Promise<boolean> =>
  (await db
    .selectFrom('deleted_admins')
    .select('email_hash')
    .where('email_hash', '=', sql<string>`email_hash(${email})`)
    .where('deleted_at', '>', protectedSince)
    .executeTakeFirst()) !== undefined;

type RecoveryRequest = { requested_by: string; expires_at: Date };

export const findRecoveryRequest = (db: Db, userId: string): Promise<RecoveryRequest | undefined> =>
  db
    .selectFrom('recovery_requests')
    .select(['requested_by', 'expires_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** A later request takes the place of the person's earlier one. @returns when it expires */
export async function storeRecoveryRequest(db: Db, userId: string, requestedBy: string, lifeMs: number): Promise<Date> {
  const request = { requested_by: requestedBy, expires_at: inFuture(lifeMs) };
  const stored = await db
    .insertInto('recovery_requests')
    .values({ user_id: userId, ...request })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(request))
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return stored.expires_at;
}

export const deleteExpiredRecoveryRequests = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'recovery_requests', sql`expires_at < now()`, limit);

export const deleteOldDeletedAdmins = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'deleted_admins', sql`deleted_at < ${protectedSince}`, limit);
