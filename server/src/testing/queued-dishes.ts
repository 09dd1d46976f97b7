import { sql } from 'kysely';
import { tellOfDishes } from '../features/saves/rules-alerts.ts';
import type { TestServer } from './server.ts';

/** Does at once what a running server does when a cook can no longer take the change of a dish back. @returns how many jobs there were */
export async function tellWaitingDishes({ db, platform }: Pick<TestServer, 'db' | 'platform'>): Promise<number> {
  await sql`update dish_returns set noted_at = noted_at - interval '1 minute'`.execute(db);
  const { rows } = await sql<{ data: { stall_id: string; sold_out: string[] } }>`
    with taken as (delete from jobs.job where name = 'tell_dishes' returning data, created_on, id)
    select data from taken order by created_on, id`.execute(db);
  for (const { data } of rows) await tellOfDishes(platform.transaction, data);
  return rows.length;
}
