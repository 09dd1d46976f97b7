import type { CallOutput } from '@lapau/contract/calls';
import type { SettingKey } from '@lapau/contract/settings';
import { sql } from 'kysely';
import type { Database, Db, DbTransaction } from '../../platform/database.ts';

type Stats = CallOutput<'get_admin_stats'>;

const waitingSql = `
  jsonb_build_object(
    'applications', (select jsonb_build_object('count', count(*), 'oldest_at', min(created_at))
      from seller_applications where status = 'pending'),
    'reports', (select jsonb_build_object('count', count(distinct subject_id), 'oldest_at', min(created_at))
      from reports where status = 'pending'),
    'appeals', (select jsonb_build_object('count', count(*), 'oldest_at', min(created_at))
      from appeals where status = 'pending'))`;

/** The figures of /admin but for the settings. Posts that members see are counted: the feed's index has them by time. */
export async function findStats(database: Database): Promise<Omit<Stats, 'default_settings'> & { set: SettingKey[] }> {
  const [row] = await database.query<{ stats: Omit<Stats, 'default_settings'> & { set: SettingKey[] } }>(
    `with days as (
       select ((now() at time zone 'Asia/Jakarta')::date - back) as day from generate_series(0, 29) back
     ), posted as (
       select (created_at at time zone 'Asia/Jakarta')::date as day, count(*) as posts from posts
       where visible and created_at >= ((now() at time zone 'Asia/Jakarta')::date - $1::int) at time zone 'Asia/Jakarta'
       group by 1
     ), visited as (
       select day, count(*) as visitors from daily_visits
       where day >= (now() at time zone 'Asia/Jakarta')::date - $1::int group by day
     )
     select jsonb_build_object(
       'total_users', (select count(*) from profiles),
       'total_sellers', (select count(*) from profiles where role = 'penjual'),
       'daily_visitors', coalesce((select visitors from visited where day = (now() at time zone 'Asia/Jakarta')::date), 0),
       'days', (select jsonb_agg(jsonb_build_object('day', day, 'visitors', coalesce(visitors, 0), 'posts', coalesce(posts, 0))
         order by day) from days left join posted using (day) left join visited using (day)),
       'waiting', ${waitingSql},
       'set', coalesce((select jsonb_agg(key) from app_settings where value <> ''), '[]')) as stats`,
    [29],
  );
  if (!row) throw new Error('a statement without a condition returned no row');
  return row.stats;
}

/** What came in before that and waits. */
export async function countWaitingSince(
  db: Db,
  before: Date,
): Promise<{ applications: number; reports: number; appeals: number }> {
  const { rows } = await sql<{ applications: number; reports: number; appeals: number }>`
    select
      (select count(*) from seller_applications where status = 'pending' and created_at < ${before}) as applications,
      (select count(distinct subject_id) from reports where status = 'pending' and created_at < ${before}) as reports,
      (select count(*) from appeals where status = 'pending' and created_at < ${before}) as appeals`.execute(db);
  return rows[0] ?? { applications: 0, reports: 0, appeals: 0 };
}

/** Locks and moves the moment up to which the admins have been reminded, never back. @returns what it was before */
export async function moveReminder(db: DbTransaction, until: Date): Promise<Date> {
  const { reminded_until } = await db
    .selectFrom('waiting_reminder')
    .select('reminded_until')
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (until > reminded_until) await db.updateTable('waiting_reminder').set({ reminded_until: until }).execute();
  return reminded_until;
}
