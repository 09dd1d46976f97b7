import type { CallOutput } from '@lapau/contract/calls';
import type { LinkCounts } from '@lapau/contract/desk';
import type { SettingKey } from '@lapau/contract/settings';
import { sql } from 'kysely';
import { isBeyondNow } from '../../platform/clock/clock.ts';
import type { Database, Db, DbTransaction } from '../../platform/database/database.ts';
import { jsonObject } from '../../platform/database/json-object.ts';
import { deleteBatch } from '../../platform/transactions/retention.ts';

type Stats = CallOutput<'get_admin_stats'>;

/** Adds a person's visit: one row for each day in Asia/Jakarta (D38). */
export const addVisit = (database: Database, userId: string): Promise<unknown> =>
  database.query(
    `insert into daily_visits (day, user_id) values ((now() at time zone 'Asia/Jakarta')::date, $1) on conflict do nothing`,
    [userId],
  );

/** Adds to the counts of strangers from links on this day in Asia/Jakarta. Processes add to the same row. */
export const addLinkCounts = (database: Database, { opened, signed_up }: LinkCounts): Promise<unknown> =>
  database.query(
    `insert into link_counts as stored (day, opened, signed_up)
     values ((now() at time zone 'Asia/Jakarta')::date, $1, $2)
     on conflict (day) do update
     set opened = stored.opened + excluded.opened, signed_up = stored.signed_up + excluded.signed_up`,
    [opened, signed_up],
  );

/** Selects how many things wait in a table, and the time of the oldest. */
const queueJson = (table: string, counted: string) => {
  const queue = jsonObject<Stats['waiting']['reports']>({ count: `count(${counted})`, oldest_at: 'min(created_at)' });
  return `(select ${queue} from ${table} where status = 'pending')`;
};

type FoundStats = Omit<Stats, 'default_settings' | 'days' | 'deletion_waits_until'> & {
  days: ({ day: string; posts: number } & LinkCounts)[];
  set: SettingKey[];
};

/** Builds the figures; it needs `days`, and `posted`, which has the number of posts of each day. $2 is today. */
const statsJson = jsonObject<FoundStats>({
  total_users: '(select count(*) from all_people)',
  total_sellers: `(select count(*) from all_people where role = 'penjual')`,
  daily_visitors: '(select count(*) from daily_visits where day = $2)',
  days: `(select json_agg(${jsonObject<FoundStats['days'][number]>({
    day: 'day',
    posts: 'coalesce(posts, 0)',
    opened: 'coalesce(opened, 0)',
    signed_up: 'coalesce(signed_up, 0)',
  })} order by day)
    from days left join posted using (day) left join link_counts using (day))`,
  waiting: jsonObject<Stats['waiting']>({
    applications: queueJson('all_applications', '*'),
    reports: queueJson('all_reports', 'distinct subject_id'),
    appeals: queueJson('all_appeals', '*'),
  }),
  set: `coalesce((select json_agg(key) from set_settings), '[]')`,
});

/**
 * Finds the figures of /admin, except the settings and the visitors of earlier days. Posts that members see are counted: the feed's index
 * has them by time.
 * @param days the days in Asia/Jakarta, today last
 */
export async function findStats(database: Database, days: string[]): Promise<FoundStats> {
  const [row] = await database.query<{ stats: FoundStats }>(
    `with days as (
       select unnest($1::date[]) as day
     ), posted as (
       select (created_at at time zone 'Asia/Jakarta')::date as day, count(*) as posts from all_posts
       where visible and created_at >= (($1::date[])[1])::timestamp at time zone 'Asia/Jakarta'
       group by 1
     )
     select ${statsJson} as stats`,
    [days, days.at(-1)],
  );
  if (!row) throw new Error('a statement without a condition returned no row');
  return row.stats;
}

/** Counts how many people were signed in on each of these days; days without anybody are missing. */
export async function findVisitors(database: Database, days: string[]): Promise<Map<string, number>> {
  const rows = await database.query<{ day: string; visitors: number }>(
    `select day::text, count(*)::int as visitors from daily_visits where day = any ($1::date[]) group by day`,
    [days],
  );
  return new Map(rows.map(({ day, visitors }) => [day, visitors]));
}

/** Counts what came before a moment and still waits. */
export async function countWaitingSince(
  db: Db,
  before: Date,
): Promise<{ applications: number; reports: number; appeals: number }> {
  const { rows } = await sql<{ applications: number; reports: number; appeals: number }>`
    select
      (select count(*) from all_applications where status = 'pending' and created_at < ${before}) as applications,
      (select count(distinct subject_id) from all_reports where status = 'pending' and created_at < ${before}) as reports,
      (select count(*) from all_appeals where status = 'pending' and created_at < ${before}) as appeals`.execute(db);
  return rows[0] ?? { applications: 0, reports: 0, appeals: 0 };
}

/**
 * Locks the moment up to which the admins have been reminded, and moves it forward; it goes back only if a clock that was ahead has set
 * it. @returns the moment before, or the beginning of time if that one was ahead
 */
export async function moveReminder(db: DbTransaction, until: Date): Promise<Date> {
  const { reminded_until } = await db
    .selectFrom('waiting_reminder')
    .select('reminded_until')
    .forUpdate()
    .executeTakeFirstOrThrow();
  const before = isBeyondNow(reminded_until, until) ? new Date(0) : reminded_until;
  if (until > before) await db.updateTable('waiting_reminder').set({ reminded_until: until }).execute();
  return before;
}

/** Deletes counts that are more than 400 days old in Asia/Jakarta. */
export const deleteOldLinkCounts = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'link_counts', sql`day < (now() at time zone 'Asia/Jakarta')::date - 400`, limit);

/** Deletes visits that are more than 400 days old in Asia/Jakarta (D38, D61). */
export const deleteOldVisits = (db: Db, limit: number): Promise<number> =>
  deleteBatch(db, 'daily_visits', sql`day < (now() at time zone 'Asia/Jakarta')::date - 400`, limit);
