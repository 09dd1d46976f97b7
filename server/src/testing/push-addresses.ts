import type { Db } from '../platform/database/database.ts';

/** Finds where the server reaches a person's devices by push: endpoints of browsers, tokens of native apps. */
export async function pushAddresses({ db }: { db: Db }, userId: string): Promise<(string | null)[]> {
  const rows = await db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId).execute();
  return rows.map(({ endpoint, fcm_token }) => endpoint ?? fcm_token);
}
