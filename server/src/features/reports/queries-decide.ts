import type { ParsedInput } from '@lapau/contract/calls';
import type { PendingReport } from '@lapau/contract/reports';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import { now } from '../../platform/clock/clock.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { jsonObject } from '../../platform/database/json-object.ts';
import type { Schema } from '../../platform/database/schema.ts';

type StoredReport = Selectable<Schema['reports']>;

export const findReport = (db: Db, id: string): Promise<StoredReport | undefined> =>
  db.selectFrom('reports').selectAll().where('id', '=', id).executeTakeFirst();

/** The open reports of a subject; what was reported must be locked already. */
export const lockOpenReports = (db: Db, subjectId: string): Promise<{ id: string; reporter_id: string | null }[]> =>
  db
    .selectFrom('reports')
    .select(['id', 'reporter_id'])
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute();

export const closeReports = (db: Db, subjectId: string, status: 'dismissed' | 'resolved', decisionId: string) =>
  db
    .updateTable('reports')
    .set({ status, decided_at: now, decision_id: decisionId })
    .where('subject_id', '=', subjectId)
    .where('status', '=', 'pending')
    .execute();

/** Opens the reports again that a decision closed, except those whose reporter has reported the same thing again. */
export const reopenReports = (db: Db, decisionId: string) =>
  sql`
    update reports r set status = 'pending', decided_at = null, decision_id = null
    where decision_id = ${decisionId} and not exists (
      select from reports again
      where again.subject_id = r.subject_id and again.reporter_id = r.reporter_id and again.status = 'pending')`.execute(
    db,
  );

const reportsShown = 20;

const oneReportJson = jsonObject<PendingReport['reports'][number]>({
  id: 'o.id',
  reason: 'o.reason',
  created_at: 'o.created_at',
  reporter_name: 'p.name',
});
const pendingJson = jsonObject<PendingReport>({
  id: 'r.id',
  subject_type: 'r.subject_type',
  subject_id: 'r.subject_id',
  version: 'decision_version(r.subject_type, r.subject_id)',
  created_at: 'r.created_at',
  reports_count: `(select count(*) from reports where subject_id = r.subject_id and status = 'pending')`,
  reporter_name: `whole.reports -> 0 ->> 'reporter_name'`,
  reason: 'r.reason',
  reports: 'whole.reports',
  reported_post_id: 'r.reported_post_id',
  reported_post_food_name: 'r.snapshot_food_name',
  reported_post_images: `array(select '/storage/posts/' || image from unnest(r.snapshot_images) image)`,
  reported_post_owner_name: 'r.snapshot_owner_name',
  reported_user_id: 'r.reported_user_id',
  reported_comment: 'r.snapshot_comment',
  is_gone: `case r.subject_type
    when 'post' then r.reported_post_id is null
    when 'comment' then r.reported_comment_id is null
    when 'message' then r.reported_message_id is null
    else false end`,
  is_own: 'coalesce(r.reported_user_id = $2, false)',
});

/**
 * Finds a page of the reported things that wait, the longest waiting first. It walks the open reports by age (reports_oldest) and takes
 * those that are the oldest about their thing (reports_pending).
 */
export async function findPendingReports(
  database: Database,
  adminId: string,
  { after, limit }: ParsedInput<'get_pending_reports'>,
): Promise<PendingReport[]> {
  const rows = await database.query<{ item: PendingReport }>(
    `with page as materialized (
       select * from reports r
       where status = 'pending' ${after ? 'and (created_at, id) > ($3::timestamptz, $4::uuid)' : ''} and not exists (
         select from reports o
         where o.subject_id = r.subject_id and o.status = 'pending' and (o.created_at, o.id) < (r.created_at, r.id)
       )
       order by created_at, id limit $1
     )
     select ${pendingJson} as item
     from page r
     cross join lateral (
       select json_agg(${oneReportJson} order by o.created_at, o.id) as reports
       from (
         select * from reports where subject_id = r.subject_id and status = 'pending'
         order by created_at, id limit ${reportsShown}
       ) o
       left join displayed_people p on p.id = o.reporter_id
     ) whole
     order by r.created_at, r.id`,
    [limit, adminId, ...(after ? [after.created_at, after.id] : [])],
  );
  return rows.map(({ item }) => item);
}
