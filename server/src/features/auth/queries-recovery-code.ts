import { sql } from 'kysely';
import { inFuture, isUnexpired } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

/** Stores a code in place of the person's earlier one. @returns when it expires */
export async function storeRecoveryCode(db: Db, userId: string, codeHash: string, lifeMs: number): Promise<Date> {
  const code = { code_hash: codeHash, expires_at: inFuture(lifeMs) };
  const stored = await db
    .insertInto('recovery_codes')
    .values({ user_id: userId, ...code })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return stored.expires_at;
}

/** Finds the person whose code it is; undefined for an unknown or expired code. */
export const findRecoveryCodeOwner = async (db: Db, codeHash: string, lifeMs: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('code_hash', '=', codeHash)
      .where(isUnexpired(lifeMs))
      .executeTakeFirst()
  )?.user_id;

/** @returns whether the code was still there and valid */
export const deleteRecoveryCode = async (db: Db, codeHash: string, lifeMs: number): Promise<boolean> =>
  (await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', codeHash)
    .where(isUnexpired(lifeMs))
    .returning('user_id')
    .executeTakeFirst()) !== undefined;

export const deleteExpiredRecoveryCodes = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'recovery_codes', sql`expires_at < now()`, limit);

type RecoveryRequest = { requested_by: string; expires_at: Date };

export const findRecoveryRequest = (db: Db, userId: string, lifeMs: number): Promise<RecoveryRequest | undefined> =>
  db
    .selectFrom('recovery_requests')
    .select(['requested_by', 'expires_at'])
    .where('user_id', '=', userId)
    .where(isUnexpired(lifeMs))
    .executeTakeFirst();

/** Stores a request in place of the person's earlier one. @returns when it expires */
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
