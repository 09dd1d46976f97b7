import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** Finds the moment whose state the last backup to a file has; undefined before the first backup. */
export const findLastBackup = async (db: Db): Promise<Date | undefined> =>
  (await db.selectFrom('last_backup').select('made_at').executeTakeFirst())?.made_at;

/** Notes a backup that has been written whole to a file. An older schema, without the table, has no place for this. */
export async function noteBackup(db: Db, made_at: string): Promise<void> {
  const exists = sql<{ found: boolean }>`select to_regclass('last_backup') is not null as found`;
  if (!(await exists.execute(db)).rows[0]?.found) return;
  await db
    .insertInto('last_backup')
    .values({ made_at: new Date(made_at) })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ made_at: new Date(made_at) }))
    .execute();
}
