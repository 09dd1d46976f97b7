import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';

/**
 * Gives the secret of that name. The first call stores `made`, or 32 random bytes as base64url, so that all processes and every backup
 * have the same one.
 */
export async function ensureSecret(db: Db, name: string, made = newSecret()): Promise<string> {
  const { value } = await db
    .insertInto('server_secrets')
    .values({ name, value: made })
    // This update changes nothing, but has the existing row returned, also if another process has just inserted it.
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

const newSecret = () => randomBytes(32).toString('base64url');

/** Finds the secret of that name, if it was made. */
export const findSecret = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** Makes another secret of that name, which replaces the one before. */
export async function renewSecret(db: Db, name: string): Promise<string> {
  await deleteSecret(db, name);
  return ensureSecret(db, name);
}

export const deleteSecret = (db: Db, name: string) =>
  db.deleteFrom('server_secrets').where('name', '=', name).execute();
