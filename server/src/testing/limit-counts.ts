import { sql } from 'kysely';
import type { Db } from '../platform/database/database.ts';

/** Makes all counts of stored limits look this much older. */
export const letCountsAge = (db: Db, seconds: number) =>
  sql`
    update limit_counts set full_at = full_at - ${seconds} * interval '1 second',
      times = array(select done_at - ${seconds} * interval '1 second' from unnest(times) done_at)`.execute(db);

/** Reads a refusal with Retry-After. @returns its code and the seconds */
export async function refusalOf(response: Response): Promise<{ status: number; code: string; seconds: number }> {
  const { code } = (await response.json()) as { code: string };
  return { status: response.status, code, seconds: Number(response.headers.get('retry-after')) };
}
