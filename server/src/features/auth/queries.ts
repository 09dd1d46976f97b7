import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Insertable, Selectable } from 'kysely';
import { inFuture, isUnexpired, now } from '../../platform/clock/clock.ts';
import type { Db, DbTransaction } from '../../platform/database/database.ts';
import type { Schema } from '../../platform/database/schema.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

/** An account or a sign-up, with its password's hash. `is_pending` is true for a sign-up whose mailed link has not been opened. */
export type Credential = {
  id: string;
  email: string;
  email_verified: boolean;
  password: string;
  is_pending: boolean;
  created_at: Date;
  /** The moment since which mails do not reach the e-mail. */
  mail_refused_at: Date | null;
};

const selectAccounts = (db: Db) =>
  db
    .selectFrom('profiles as p')
    .innerJoin('accounts as a', (join) => join.onRef('a.user_id', '=', 'p.id').on('a.provider_id', '=', 'credential'))
    .where('a.password', 'is not', null)
    .select([
      'p.id',
      sql<string>`lower(p.email)`.as('email'),
      'p.email_verified',
      'a.password',
      sql<boolean>`false`.as('is_pending'),
      'p.created_at',
      'p.mail_refused_at',
    ])
    .$narrowType<{ password: string }>();

const selectPendingSignUps = (db: Db) =>
  db
    .selectFrom('pending_sign_ups')
    .where('expires_at', '>', now)
    .select([
      'id',
      'email',
      sql<boolean>`false`.as('email_verified'),
      'password_hash as password',
      sql<boolean>`true`.as('is_pending'),
      'created_at',
      'mail_refused_at',
    ]);

/**
 * The account with an e-mail first, then the pending sign-ups, the latest first, with the hashes of their passwords. It is one statement,
 * so that response times do not reveal whether there is an account (D3).
 */
export const findCredentials = (db: Db, email: string): Promise<Credential[]> =>
  selectAccounts(db)
    .where(sql`lower(p.email)`, '=', email)
    .unionAll(selectPendingSignUps(db).where('email', '=', email))
    .orderBy('is_pending')
    .orderBy('created_at', 'desc')
    .execute();

/** Finds the account or sign-up to which a mailed link belongs. */
export const findCredential = (db: Db, id: string): Promise<Credential | undefined> =>
  selectAccounts(db)
    .where('p.id', '=', id)
    .unionAll(selectPendingSignUps(db).where('id', '=', id))
    .orderBy('is_pending')
    .limit(1)
    .executeTakeFirst();

/** Finds sign-ups, which may have become accounts since, and accounts whose e-mail is not verified. */
export async function findSignUpState(db: Db, ids: string[]): Promise<'verified' | 'mail_refused' | 'waiting'> {
  const found = await db
    .selectFrom('profiles')
    .where('id', 'in', ids)
    .select(['email_verified', 'mail_refused_at'])
    .unionAll(
      db
        .selectFrom('pending_sign_ups')
        .where('id', 'in', ids)
        .select([sql<boolean>`false`.as('email_verified'), 'mail_refused_at']),
    )
    .execute();
  if (found.some(({ email_verified: isVerified }) => isVerified)) return 'verified';
  return found.some(({ mail_refused_at: refusedAt }) => refusedAt) ? 'mail_refused' : 'waiting';
}

type PendingSignUp = Selectable<Schema['pending_sign_ups']>;

/**
 * Stores a sign-up beside others with its e-mail. An earlier one with the same key is updated instead: its mailed link stays valid,
 * and a mail that is being written still finds the row.
 */
export async function storePendingSignUp(
  db: DbTransaction,
  given: Omit<Insertable<Schema['pending_sign_ups']>, 'expires_at'>,
  lifeMs: number,
): Promise<{ id: string; isRepeated: boolean }> {
  const { sign_up_key: key, email } = given;
  const signUp = { ...given, expires_at: inFuture(lifeMs) };
  const repeated = !key
    ? undefined
    : await db
        .updateTable('pending_sign_ups')
        .set(signUp)
        .where('sign_up_key', '=', key)
        .where('email', '=', email)
        .where('expires_at', '>', now)
        .returning('id')
        .executeTakeFirst();
  if (repeated) return { id: repeated.id, isRepeated: true };
  // An expired sign-up with this key may not have been removed yet.
  if (key) await db.deleteFrom('pending_sign_ups').where('sign_up_key', '=', key).where('email', '=', email).execute();
  const added = await db.insertInto('pending_sign_ups').values(signUp).returning('id').executeTakeFirstOrThrow();
  return { id: added.id, isRepeated: false };
}

/** Whether an account, or a pending sign-up with another e-mail, has this key. */
export const isSignUpKeyTaken = async (db: Db, key: string, email: string): Promise<boolean> =>
  (await db
    .selectFrom('profiles')
    .where('sign_up_key', '=', key)
    .select('id')
    .unionAll(db.selectFrom('pending_sign_ups').where('sign_up_key', '=', key).where('email', '<>', email).select('id'))
    .executeTakeFirst()) !== undefined;

/** @returns when the sign-up was sent, or undefined when it is no longer pending */
export const prolongPendingSignUp = async (db: Db, id: string, lifeMs: number): Promise<Date | undefined> =>
  (
    await db
      .updateTable('pending_sign_ups')
      .set({ expires_at: inFuture(lifeMs) })
      .where('id', '=', id)
      .returning('created_at')
      .executeTakeFirst()
  )?.created_at;

/** Makes an account; nothing else does. @returns its id */
export async function insertAccount(
  db: DbTransaction,
  person: Insertable<Schema['profiles']>,
  passwordHash: string,
): Promise<string> {
  const { id } = await db.insertInto('profiles').values(person).returning('id').executeTakeFirstOrThrow();
  await setPasswordHash(db, id, passwordHash);
  return id;
}

export const setPasswordHash = (db: Db, userId: string, password: string) =>
  db
    .insertInto('accounts')
    .values({ user_id: userId, account_id: userId, provider_id: 'credential', password })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'account_id']).doUpdateSet({ password, updated_at: now }),
    )
    .execute();

/** Deletes all pending sign-ups with an e-mail. @returns the one with this id and password, if it was still there */
export const takePendingSignUp = async (
  db: Db,
  { id, email, password }: Credential,
): Promise<PendingSignUp | undefined> => {
  const deleted = await db.deleteFrom('pending_sign_ups').where('email', '=', email).returningAll().execute();
  return deleted.find((signUp) => signUp.id === id && signUp.password_hash === password);
};

export const findPasswordHash = async (db: Db, userId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('accounts')
      .select('password')
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .executeTakeFirst()
  )?.password ?? undefined;

export const findPasswordHashes = async (db: Db, emailPattern: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('accounts as a')
    .innerJoin('profiles as p', 'p.id', 'a.user_id')
    .select('a.password')
    .distinct()
    .where('p.email', 'like', emailPattern)
    .where('a.password', 'is not', null)
    .$narrowType<{ password: string }>()
    .execute();
  return rows.map(({ password }) => password);
};

/** @returns whether the old hash was still the stored one */
export const replacePasswordHash = async (db: Db, userId: string, oldHash: string, newHash: string): Promise<boolean> =>
  (await db
    .updateTable('accounts')
    .set({ password: newHash, updated_at: now })
    .where('user_id', '=', userId)
    .where('password', '=', oldHash)
    .returning('id')
    .executeTakeFirst()) !== undefined;

const identifierOf = (kind: string, token: string) =>
  createHash('sha256').update(`${kind}:${token}`).digest('base64url');

/** Stores the hash of another feature's token with the person who may use it; it is deleted with the person's open links. */
export const storeToken = (
  db: Db,
  kind: 'appeal',
  { token, userId }: { token: string; userId: string },
  lifeMs: number,
) =>
  db
    .insertInto('verifications')
    .values({ identifier: identifierOf(kind, token), value: userId, expires_at: inFuture(lifeMs) })
    .execute();

/** Finds the person who may use a token; undefined for an unknown or expired token. */
export const findTokenOwner = async (
  db: Db,
  kind: 'appeal',
  token: string,
  lifeMs: number,
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('verifications')
      .select('value')
      .where('identifier', '=', identifierOf(kind, token))
      .where(isUnexpired(lifeMs))
      .executeTakeFirst()
  )?.value;

/** Deletes a person's open links to a new password, their recovery code, and an admin's request for one. */
export async function deleteVerifications(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('verifications').where('value', '=', userId).execute();
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db.deleteFrom('recovery_requests').where('user_id', '=', userId).execute();
}

export const deleteExpiredVerifications = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'verifications', sql`expires_at < now()`, limit);

export const deleteExpiredPendingSignUps = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'pending_sign_ups', sql`expires_at < now()`, limit);

/** Makes an existing account the admin, with this password only. */
export const promoteToAdmin = async (db: Db, userId: string, passwordHash: string): Promise<void> => {
  await db
    .updateTable('profiles')
    .set({ role: 'admin', email_verified: true, is_suspended: false })
    .where('id', '=', userId)
    .execute();
  await setPasswordHash(db, userId, passwordHash);
};
