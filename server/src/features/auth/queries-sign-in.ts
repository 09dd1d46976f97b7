import { sql } from 'kysely';
import { inFuture, now } from '../../platform/clock.ts';
import type { Db } from '../../platform/database.ts';
import { deleteBatch } from '../../platform/retention.ts';

/** The wrong passwords of the last hour are counted up to here: more make no difference. */
const maxCounted = 1_000;

export const addWrongPassword = (db: Db, subject: string) =>
  db.insertInto('wrong_passwords').values({ subject }).execute();

export const countWrongPasswords = async (db: Db, subject: string): Promise<number> => {
  const recent = db
    .selectFrom('wrong_passwords')
    .where('subject', '=', subject)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
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
  code: { user_id: string | null; tries_left: number },
  lifeMs: number,
): Promise<string> =>
  (
    await db
      .insertInto('sign_in_codes')
      .values({ ...code, expires_at: inFuture(lifeMs) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** A shared code that is nearly over is replaced: its mail may still be on the way to somebody who asks now. */
const soon = sql<Date>`now() + interval '15 minutes'`;

/** @returns the id of the code that all share who sign in there, if it was mailed already */
export const findSharedCode = async (db: Db, sharedFor: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('sign_in_codes')
      .select('id')
      .where('shared_for', '=', sharedFor)
      .where('expires_at', '>', soon)
      .executeTakeFirst()
  )?.id;

/** @returns the code's id, or undefined when there is one already */
export const addSharedCode = async (
  db: Db,
  code: { user_id: string | null; shared_for: string },
  lifeMs: number,
): Promise<string | undefined> =>
  (
    await db
      .insertInto('sign_in_codes')
      .values({ ...code, tries_left: 0, expires_at: inFuture(lifeMs) })
      .onConflict((conflict) =>
        conflict
          .column('shared_for')
          .doUpdateSet((row) => ({
            id: row.ref('excluded.id'),
            user_id: row.ref('excluded.user_id'),
            code_hash: row.ref('excluded.code_hash'),
            expires_at: row.ref('excluded.expires_at'),
          }))
          .where('sign_in_codes.expires_at', '<=', soon),
      )
      .returning('id')
      .executeTakeFirst()
  )?.id;

/** @returns whether the code is still wanted */
export const storeSignInCode = async (db: Db, id: string, codeHash: string): Promise<boolean> =>
  (await db
    .updateTable('sign_in_codes')
    .set({ code_hash: codeHash })
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const findSignInCode = (db: Db, id: string) =>
  db
    .selectFrom('sign_in_codes')
    .select(['id', 'user_id', 'code_hash', 'shared_for'])
    .where('id', '=', id)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Takes one try. @returns false when there was none left, or the code has expired or was used */
export const tryCode = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .updateTable('sign_in_codes')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('id', '=', id)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** @returns whether it was still there */
export const deleteSignInCode = async (db: Db, id: string): Promise<boolean> =>
  (await db.deleteFrom('sign_in_codes').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;

export const deleteExpiredSignInCodes = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'sign_in_codes', sql`expires_at < now()`, limit);

export const deleteExpiredWrongPasswords = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'wrong_passwords', sql`created_at < now() - interval '1 hour'`, limit);
