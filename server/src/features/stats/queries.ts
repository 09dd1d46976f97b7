import type { ParsedInput } from '@lapau/contract/calls';
import type { DayFigures, DishFigures } from '@lapau/contract/stats';
import { sql } from 'kysely';
import type { Database, Db, DbTransaction } from '../../platform/database/database.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

export type View = ParsedInput<'record_view'> & { viewer_id: string };

/**
 * Stores that people have opened visible stalls or dishes, once each. Their own are left out, as are those of people who have blocked
 * them or whom they have blocked (D128). The rows that the views refer to are locked first, in the order of all locks
 * (ARCHITECTURE.md, Lock order).
 */
export async function insertViews(db: DbTransaction, views: View[], day: string): Promise<void> {
  const people = views.flatMap(({ viewer_id, warung_id }) => [viewer_id, warung_id]);
  const stalls = views.map(({ warung_id }) => warung_id);
  const posts = views.flatMap(({ post_id }) => post_id ?? []);
  await sql`select hold_viewed(${people}::uuid[], ${stalls}::uuid[], ${posts}::uuid[])`.execute(db);
  await sql`
    insert into views (day, viewer_id, warung_id, post_id)
    select ${day}::date, v.viewer_id, w.id, p.id
    from unnest(
        ${views.map(({ viewer_id }) => viewer_id)}::uuid[], ${stalls}::uuid[],
        ${views.map(({ post_id }) => post_id ?? null)}::uuid[]
      ) v (viewer_id, warung_id, post_id)
      join all_people viewer on viewer.id = v.viewer_id
      join displayed_stalls w on w.id = v.warung_id
      left join all_posts p on p.id = v.post_id
    where w.id <> v.viewer_id and w.visible and not is_blocked(w.id, v.viewer_id)
      and (v.post_id is null or (p.user_id = w.id and p.visible and not p.is_admin_post))
    on conflict do nothing`.execute(db);
}

export const hasWarung = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('all_stalls').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;

/**
 * What other people did with the dishes of a stall ($1) from a day ($2) to a day ($3), one row for each deed: kind, person, post_id, day.
 * Deeds of suspended people are not counted (D11), except views, saves and messages, which have no column that tells. Saves during a
 * block are not counted either (D128).
 */
const dishEvents = `
  dishes as (select id, food_name, created_at from all_posts where user_id = $1 and not is_admin_post),
  reactions as (
    select 'likes' as kind, l.user_id as person, l.post_id, l.created_at
      from all_likes l join dishes d on d.id = l.post_id where l.visible
    union all
    select 'saves', s.user_id, s.post_id, s.created_at from all_saves s join dishes d on d.id = s.post_id
      where not exists (select from all_blocks b where b.created_at <= s.created_at
        and (b.blocker_id, b.blocked_id) in ((s.user_id, $1), ($1, s.user_id)))
    union all
    select 'comments', c.user_id, c.post_id, c.created_at
      from all_comments c join dishes d on d.id = c.post_id where c.visible
  ),
  events as (
    select kind, person, post_id, (created_at at time zone 'Asia/Jakarta')::date as day from reactions
    where person <> $1 and created_at >= $2::timestamp at time zone 'Asia/Jakarta'
    union all
    select 'views', viewer_id, post_id, day from views where warung_id = $1 and day between $2::date and $3::date
  )`;
const counted = (kind: string) => `count(*) filter (where kind = '${kind}') as ${kind}`;
const reactions = ['likes', 'saves', 'comments'].map(counted).join(', ');

/** Finds a stall's figures for each day from `first` to `last`. */
export const findDayFigures = (
  database: Database,
  warungId: string,
  [first, last]: [first: string, last: string],
): Promise<DayFigures[]> =>
  database.query<DayFigures>(
    `with ${dishEvents},
     counts as (
       select day, count(distinct person) filter (where kind = 'views') as views, ${reactions} from events group by day
     ),
     written as (
       select (m.created_at at time zone 'Asia/Jakarta')::date as day, count(distinct c.id) as chats
       from conversation_sides c join all_messages m on m.conversation_id = c.id
       where c.user_id = $1 and m.sender_id is distinct from $1
         and m.created_at >= $2::timestamp at time zone 'Asia/Jakarta'
       group by 1
     )
     select d.day::date as day, coalesce(n.views, 0) as views, coalesce(n.likes, 0) as likes,
       coalesce(n.saves, 0) as saves, coalesce(n.comments, 0) as comments, coalesce(w.chats, 0) as chats
     from generate_series($2::date, $3::date, interval '1 day') d (day)
     left join counts n on n.day = d.day::date
     left join written w on w.day = d.day::date
     order by d.day`,
    [warungId, first, last],
  );

/**
 * Finds the figures of the dishes that something happened to from `first` to `last`, most seen first. Like a view, a question about a
 * dish counts once a day for each person; a conversation stands for its person, whose account may be gone.
 */
export const findDishFigures = (
  database: Database,
  warungId: string,
  [first, last]: [first: string, last: string],
): Promise<DishFigures[]> =>
  database.query<DishFigures>(
    `with ${dishEvents},
     questions as (
       select distinct 'chats' as kind, c.id, m.post_id, (m.created_at at time zone 'Asia/Jakarta')::date as day
       from dishes d join all_messages m on m.post_id = d.id join conversation_sides c on c.id = m.conversation_id
       where c.user_id = $1 and m.sender_id is distinct from $1
         and m.created_at >= $2::timestamp at time zone 'Asia/Jakarta'
     ),
     happened as (select kind, post_id, day from events union all select kind, post_id, day from questions)
     select d.id, d.food_name, ${counted('views')}, ${reactions}, ${counted('chats')}
     from happened join dishes d on d.id = happened.post_id
     where day <= $3::date
     group by d.id, d.food_name, d.created_at
     order by views desc, likes desc, d.created_at desc, d.id`,
    [warungId, first, last],
  );

/** Deletes views that are more than 400 days old in Asia/Jakarta (D38, D61). */
export const deleteOldViews = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'views', sql`day < (now() at time zone 'Asia/Jakarta')::date - 400`, limit);
