import { sql } from 'kysely';
import { inFuture, isUnexpired, latestNoted } from '../../platform/clock/clock.ts';
import type { Db } from '../../platform/database/database.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

/** Wrong passwords of the last hour are counted up to this number, as more make no difference. */
const maxCounted = 1_000;

export const addWrongPassword = (db: Db, subject: string) =>
  db.insertInto('wrong_passwords').values({ subject }).execute();

export const countWrongPasswords = async (db: Db, subject: string): Promise<number> => {
  const recent = db
    .selectFrom('wrong_passwords')
    .where('subject', '=', subject)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .where('created_at', '<=', latestNoted)
    .select('id')
    .limit(maxCounted);
  const { count } = await db
    .selectFrom(recent.as('recent'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** @returns the code's id; its hash is stored when the mail is written */
export const addSignInCode = async (
  db: Db,
  code: { user_id: string; tries_left: number },
  lifeMs: number,
): Promise<string> =>
  (
    await db
      .insertInto('sign_in_codes')
      .values({ ...code, expires_at: inFuture(lifeMs) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** @returns whether the code is still wanted */
export const storeSignInCode = async (db: Db, id: string, codeHash: string, lifeMs: number): Promise<boolean> =>
  (await db
    .updateTable('sign_in_codes')
    .set({ code_hash: codeHash })
    .where('id', '=', id)
    .where(isUnexpired(lifeMs))
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const findSignInCode = (db: Db, id: string): Promise<{ id: string; user_id: string } | undefined> =>
  db.selectFrom('sign_in_codes').select(['id', 'user_id']).where('id', '=', id).executeTakeFirst();

/** Takes one try. @returns the code's hash, or undefined when it has expired, was used or has no try left */
export const tryCode = async (db: Db, id: string, lifeMs: number): Promise<string | undefined> =>
  (
    await db
      .updateTable('sign_in_codes')
      .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
      .where('id', '=', id)
      .where('tries_left', '>', 0)
      .where(isUnexpired(lifeMs))
      .returning('code_hash')
      .executeTakeFirst()
  )?.code_hash;

/** @returns whether the code was still there */
export const deleteSignInCode = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('sign_in_codes').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;

export const deleteExpiredSignInCodes = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'sign_in_codes', sql`expires_at < now()`, limit);

export const deleteExpiredWrongPasswords = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'wrong_passwords', sql`created_at < now() - interval '1 hour'`, limit);
