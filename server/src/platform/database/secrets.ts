import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';

/** The secret of that name, made by the first call and stored in the database, so that all processes and every backup have the same one. */
export async function ensureSecret(db: Db, name: string): Promise<string> {
  const { value } = await db
    .insertInto('server_secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    // changes nothing, but returns the existing row, also when another process has just inserted it
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ name }))
    .returning('value')
    .executeTakeFirstOrThrow();
  return value;
}

/** The secret of that name, if it was made. */
export const findSecret = async (db: Db, name: string): Promise<string | undefined> =>
  (await db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirst())?.value;

/** Another secret of that name, in the place of the one that was there. */
export async function renewSecret(db: Db, name: string): Promise<string> {
  await deleteSecret(db, name);
  return ensureSecret(db, name);
}

export const deleteSecret = (db: Db, name: string) =>
  db.deleteFrom('server_secrets').where('name', '=', name).execute();
