import type { Week } from '@lapau/contract/desk';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db, DbTransaction } from '../../platform/database/database.ts';
import { jsonObject } from '../../platform/database/json-object.ts';

const waitJson = jsonObject<NonNullable<Week['longest_wait']>>({
  what: 'what',
  hours: 'floor(extract(epoch from waited) / 3600)',
});

/**
 * Finds the figures of weeks, newest first.
 * @param mondays the days with which the weeks begin in Asia/Jakarta
 */
export async function findWeeks(db: Db, mondays: string[]): Promise<Week[]> {
  const { rows } = await sql<Week>`
    with weeks as materialized (
      select monday, monday::timestamp at time zone 'Asia/Jakarta' as starts, (monday + 7)::timestamp at time zone 'Asia/Jakarta' as ends
      from unnest(${mondays}::date[]) as monday
    ), span as (
      select min(starts) as starts, max(ends) as ends from weeks
    ), people as (
      select ${mondayOf(sql`p.created_at`)} as monday, count(*)::int as count from all_people p, span
      where p.created_at >= span.starts and p.created_at < span.ends group by 1
    ), posted as (
      select ${mondayOf(firstPosted)} as monday, count(*)::int as count from all_posts p, span
      where p.visible and not p.is_admin_post and p.created_at >= span.starts
        and ${firstPosted} >= span.starts and ${firstPosted} < span.ends group by 1
    ), reported as (
      select ${mondayOf(sql`r.created_at`)} as monday, subject_type, count(distinct subject_id)::int as count from all_reports r, span
      where r.created_at >= span.starts and r.created_at < span.ends group by 1, 2
    ), waits as materialized (
      select 'application' as what, created_at, decided_at from all_applications
      union all select 'report', created_at, decided_at from all_reports
      union all select 'appeal', created_at, decided_at from all_appeals
    )
    select monday::text, ${countIn('people')} as new_people, ${countIn('posted')} as new_posts,
      ${countIn('reported', 'post')} as reported_posts, ${countIn('reported', 'comment')} as reported_comments,
      ${countIn('reported', 'message')} as reported_messages,
      (select ${sql.raw(waitJson)} from (
        select what, least(coalesce(decided_at, now()), ends) - created_at as waited from waits
        where created_at < ends and (decided_at is null or decided_at >= starts)
        order by waited desc limit 1
      ) longest) as longest_wait
    from weeks order by monday desc`.execute(db);
  return rows;
}

/** A dish that is posted again is newer, but was new only once. */
const firstPosted = sql`coalesce(p.first_posted_at, p.created_at)`;

const mondayOf = (time: RawBuilder<unknown>) => sql`date_trunc('week', ${time} at time zone 'Asia/Jakarta')::date`;

const countIn = (counts: string, subject?: string) => {
  const ofSubject = subject === undefined ? sql`` : sql`and subject_type = ${subject}`;
  return sql`coalesce((select count from ${sql.table(counts)} c where c.monday = weeks.monday ${ofSubject}), 0)`;
};

/** Notes of which week the admins are told. @returns false if they have been told of it */
export async function noteToldWeek(db: DbTransaction, monday: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('waiting_reminder')
    .set({ told_week: monday })
    .where('told_week', 'is distinct from', monday)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
