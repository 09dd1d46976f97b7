import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { allowSlowStatements } from '../platform/database/database.ts';
import type { Db } from '../platform/database/database.ts';

/**
 * Builds many posts of one person, the n-th of n minutes ago, so that PostgreSQL plans as in a grown village. A slow machine may take
 * longer for this than the statement of a call may.
 * @param name the name of the n-th post, as SQL
 */
export async function buildManyPosts(
  db: Db,
  { userId, count, name }: { userId: string; count: number; name: RawBuilder<string> },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await allowSlowStatements(tx);
    await sql`
      insert into posts (user_id, food_name, created_at)
      select ${userId}, ${name}, now() - n * interval '1 minute' from generate_series(1, ${count}::int) n`.execute(tx);
  });
  await sql`vacuum analyze posts`.execute(db);
}
