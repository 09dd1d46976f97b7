import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Finds those of the others who have blocked the person, or whom the person has blocked. */
export const findBlocked = async (db: Db, one: string, others: string[]): Promise<string[]> =>
  (
    await sql<{ id: string }>`
      select id from unnest(${others}::uuid[]) id where is_blocked(${one}, id)`.execute(db)
  ).rows.map(({ id }) => id);

/** Whether a person has blocked another. */
export const hasBlocked = async (db: Db, blockerId: string, personId: string): Promise<boolean> =>
  (await db
    .selectFrom('blocks')
    .select('blocked_id')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', personId)
    .executeTakeFirst()) !== undefined;

/** Blocks a person whom members see, under the name that they have now. @returns whether the person was not blocked before */
export const insertBlock = async (db: Db, blockerId: string, blockedId: string): Promise<boolean> =>
  (
    await sql`
      insert into blocks (blocker_id, blocked_id, blocked_name)
      select ${blockerId}, id, name from visible_people where id = ${blockedId}
      on conflict do nothing returning blocked_id`.execute(db)
  ).rows.length > 0;

/** @returns whether the person was blocked */
export const deleteBlock = async (db: Db, blockerId: string, blockedId: string): Promise<boolean> =>
  (await db
    .deleteFrom('blocks')
    .where('blocker_id', '=', blockerId)
    .where('blocked_id', '=', blockedId)
    .returning('blocked_id')
    .executeTakeFirst()) !== undefined;

/** Whether members see this person. */
export const isVisiblePerson = async (db: Db, id: string): Promise<boolean> =>
  (await sql`select from visible_people where id = ${id}`.execute(db)).rows.length > 0;
