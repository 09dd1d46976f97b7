import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** As if so much time had passed for all that stored limits have counted. */
export const letCountsAge = (db: Db, seconds: number) =>
  sql`
    update limit_counts set full_at = full_at - ${seconds} * interval '1 second',
      times = array(select done_at - ${seconds} * interval '1 second' from unnest(times) done_at)`.execute(db);

/** What a refusal with Retry-After says. @returns its code and the seconds */
export async function refusalOf(response: Response): Promise<{ status: number; code: string; seconds: number }> {
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code, seconds: Number(response.headers.get('retry-after')) };
}
