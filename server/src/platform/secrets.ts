import { randomBytes } from 'node:crypto';
import type { Db } from './database.ts';

/** A secret made once and kept in the database, so that all processes and every backup have the same one. */
export async function keptSecret(db: Db, name: string): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db
    .insertInto('server_secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await db.selectFrom('server_secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return row.value;
}
