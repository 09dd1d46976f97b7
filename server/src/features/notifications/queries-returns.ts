import { sql } from 'kysely';
import { latestNoted } from '../../platform/clock/clock.ts';
import type { Db, DbTransaction } from '../../platform/database/database.ts';

/** Selects the topics of a stall's dishes (`insertDishEvents`), by a range that their index has in any plan. */
const isOfStall = (stallId: string) => sql`topic ~>=~ ${`dishes:${stallId}:`} and topic ~<~ ${`dishes:${stallId};`}`;

/** Notes that dishes of stalls are there again, those of which somebody wants to be told. @returns whether there were any */
export async function insertReturns(db: Db, postIds: string[], cameBackAt: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into dish_returns as r (post_id, came_back_at)
    select id, ${cameBackAt} from all_posts
    where id = any (${postIds}::uuid[]) and not is_admin_post
      and exists (select from all_saves s where s.post_id = all_posts.id and s.wants_alert)
    order by id
    on conflict (post_id) do update set came_back_at = excluded.came_back_at, noted_at = excluded.noted_at
    returning r.post_id`.execute(db);
  return rows.length > 0;
}

/** Whether returns of a stall's dishes wait to be told. */
export const hasReturns = async (db: Db, stallId: string): Promise<boolean> =>
  (
    await sql`
    select from dish_returns r join all_posts p on p.id = r.post_id where p.user_id = ${stallId} limit 1`.execute(db)
  ).rows.length > 0;

/** Whether somebody has an unread notification of a stall's dishes. */
export const hasUnreadDishes = async (db: Db, stallId: string): Promise<boolean> =>
  (
    await sql`
    select from notifications
    where type = 'dish_back' and not is_read and ${isOfStall(stallId)} limit 1`.execute(db)
  ).rows.length > 0;

/** A dish that the cook has marked as there again. */
export type ReturnedDish = {
  id: string;
  came_back_at: Date;
  visible: boolean;
  is_open: boolean;
  stall_is_open: boolean;
};

/**
 * Locks the dishes of a stall, after its cook, whose return waits to be told and can no longer be undone.
 * @param settledMs how long ago it was noted at least
 */
export async function lockReturns(db: DbTransaction, stallId: string, settledMs: number): Promise<ReturnedDish[]> {
  await sql`select lock_person(${stallId})`.execute(db);
  const { rows } = await sql<ReturnedDish>`
    select p.id, r.came_back_at, p.visible, is_open_now(p.is_open, p.reopens_at) as is_open,
      coalesce(w.is_open, false) as stall_is_open
    from all_posts p
    join dish_returns r on r.post_id = p.id
    left join all_stalls w on w.id = p.user_id
    where p.user_id = ${stallId}
      and (r.noted_at <= now() - ${settledMs} * interval '1 millisecond' or r.noted_at > ${latestNoted})
    order by p.id for no key update of p`.execute(db);
  return rows;
}

export const deleteReturns = (db: Db, postIds: string[]) =>
  db
    .deleteFrom('dish_returns')
    .where('post_id', '=', sql<string>`any (${postIds}::uuid[])`)
    .execute();

/**
 * Takes dishes that are sold out out of so many unread notifications; one that tells of nothing else goes. Their events stay, marked as
 * withdrawn, as people are told once a day.
 * @returns whose they are
 */
export async function withdrawSoldOut(db: Db, stallId: string, postIds: string[], limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string; user_id: string }>`
    select n.id, n.user_id from notifications n
    where n.type = 'dish_back' and not n.is_read and ${isOfStall(stallId)}
      and exists (${soldOutEvents(postIds)})
    order by n.user_id, n.id limit ${limit} for update of n`.execute(db);
  const ids = rows.map(({ id }) => id);
  await sql`
    update notification_events set withdrawn = true where number in (
      select e.number from notifications n, lateral (${soldOutEvents(postIds)}) e where n.id = any (${ids}::uuid[]))`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}

/** The events behind a notification `n` that are about these dishes, of those which are sold out now. */
const soldOutEvents = (postIds: string[]) => sql`
  select e.number from notification_events e join all_posts p on p.id = e.post_id
  where e.topic = n.topic and e.number between n.first_event and n.last_event
    and not e.withdrawn and e.post_id = any (${postIds}::uuid[]) and not is_open_now(p.is_open, p.reopens_at)`;
