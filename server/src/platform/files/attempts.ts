import { sql } from 'kysely';
import { AppError } from '../app-error.ts';
import type { Db } from '../database.ts';
import { deleteBatch } from '../retention.ts';

const today = sql<string>`(now() at time zone 'Asia/Jakarta')::date`;

/**
 * Counts an attempt to upload (D38, D48).
 * @throws AppError too_many_uploads when somebody has had theirs for today, unauthenticated when the account is gone
 */
export async function countUploadAttempt(db: Db, memberId: string, mostPerDay: number): Promise<void> {
  const counted = await db
    .insertInto('upload_attempts')
    .columns(['user_id', 'day', 'attempts'])
    // a deletion that is not committed yet is waited for
    .expression((insert) =>
      insert
        .selectFrom('profiles')
        .select((select) => ['id', today.as('day'), select.val(1).as('attempts')])
        .where('id', '=', memberId)
        .forKeyShare(),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'day'])
        .doUpdateSet({ attempts: sql`upload_attempts.attempts + 1` })
        .where('upload_attempts.attempts', '<', mostPerDay),
    )
    .returning('attempts')
    .executeTakeFirst();
  if (counted) return;
  const account = await db.selectFrom('profiles').select('id').where('id', '=', memberId).executeTakeFirst();
  throw new AppError(account ? 'too_many_uploads' : 'unauthenticated');
}

/** Counters of past days count for nothing. */
export const deletePastAttempts = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'upload_attempts', sql`day < ${today}`, limit);
