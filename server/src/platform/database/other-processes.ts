import { sql } from 'kysely';
import type { Db } from './database.ts';

/** Whether another process of Lapau is connected to this database. */
export async function hasOtherProcesses(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from pg_stat_activity
      where datname = current_database() and application_name in ('lapau', 'lapau jobs', 'lapau signals')
    ) as found`.execute(db);
  return rows[0]?.found === true;
}
