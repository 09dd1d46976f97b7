import type { Db } from '../../platform/database.ts';

export type RecoveryCode = { user_id: string; code_hash: string; expires_at: Date };

/** A later code takes the place of the person's earlier one. */
export const storeRecoveryCode = (db: Db, { user_id, ...code }: RecoveryCode) =>
  db
    .insertInto('recovery_codes')
    .values({ user_id, ...code })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(code))
    .execute();

/** Whose code it is; undefined for an unknown or expired one. */
export const findRecoveryCodeOwner = async (db: Db, codeHash: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('recovery_codes')
      .select('user_id')
      .where('code_hash', '=', codeHash)
      .where('expires_at', '>', new Date())
      .executeTakeFirst()
  )?.user_id;

/** @returns whether it was still there and valid */
export const deleteRecoveryCode = async (db: Db, codeHash: string): Promise<boolean> =>
  (await db
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', new Date())
    .returning('user_id')
    .executeTakeFirst()) !== undefined;

export const setPasswordHash = (db: Db, userId: string, password: string) =>
  db
    .insertInto('accounts')
    .values({ user_id: userId, account_id: userId, provider_id: 'credential', password })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password, updated_at: new Date() }),
    )
    .execute();
