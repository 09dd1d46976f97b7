import { takeAdvisoryLock } from '../../platform/database/database.ts';
import type { Db, DbTransaction } from '../../platform/database/database.ts';

/** Takes the lock under which alone admins cease to be admins, one decision at a time (D9). @returns ids of those not suspended */
export async function takeAdminsLock(db: DbTransaction): Promise<string[]> {
  await takeAdvisoryLock(db, 'admins');
  const rows = await db
    .selectFrom('all_people')
    .where('role', '=', 'admin')
    .where('is_suspended', '=', false)
    .select('id')
    .execute();
  return rows.map((row) => row.id);
}

export const findUserSuspensionReason = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('all_people').select('suspension_reason').where('id', '=', id).executeTakeFirst())
    ?.suspension_reason ?? '';
