import { sql } from 'kysely';
import { isForeignKeyViolation } from '../database/database.ts';
import type { Db } from '../database/database.ts';
import { AppError } from '../errors/app-error.ts';
import { deleteBatch } from '../transactions/retention.ts';

const today = sql<string>`(now() at time zone 'Asia/Jakarta')::date`;

/** Seconds until the count starts anew. */
const secondsUntilTomorrow = sql<number>`ceil(extract(epoch from (${today} + 1)::timestamp at time zone 'Asia/Jakarta' - now()))::int`;

/**
 * Counts an attempt to upload.
 * @throws AppError too_many_uploads after `maxPerDay` attempts today, until tomorrow, unauthenticated when the account has been deleted
 */
export async function countUploadAttempt(db: Db, memberId: string, maxPerDay: number): Promise<void> {
  try {
    const counted = await db
      .insertInto('upload_attempts')
      .values({ user_id: memberId, day: today, attempts: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'day'])
          .doUpdateSet({ attempts: sql`upload_attempts.attempts + 1` })
          .where('upload_attempts.attempts', '<', maxPerDay),
      )
      .returning('attempts')
      .executeTakeFirst();
    if (counted) return;
    const { seconds } = await db.selectNoFrom(secondsUntilTomorrow.as('seconds')).executeTakeFirstOrThrow();
    throw new AppError('too_many_uploads', undefined, { retryAfterSeconds: seconds });
  } catch (error) {
    throw isForeignKeyViolation(error) ? new AppError('unauthenticated') : error;
  }
}

/** Deletes the counters of past days. */
export const deletePastAttempts = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'upload_attempts', sql`day < ${today}`, limit);
