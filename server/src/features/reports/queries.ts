import type { CallOutput } from '@lapau/contract/calls';
import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { jsonObject, selectJsonIn } from '../../platform/database/json-object.ts';
import type { Schema } from '../../platform/database/schema.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';

/** A report shows the photos of the reported thing as long as the report is kept (D29). */
export const reportsFileColumns: FileColumn[] = [{ table: 'reports', column: 'snapshot_images', isArray: true }];

/** Finds what a report of a comment stores, and whether members see the comment and its post. */
export const findReportedComment = (db: Db, commentId: string) =>
  db
    .selectFrom('all_comments as c')
    .innerJoin('all_posts as o', 'o.id', 'c.post_id')
    .innerJoin('displayed_people as p', 'p.id', 'c.user_id')
    .select(['c.id', 'c.user_id', 'c.content', 'c.visible', 'o.visible as post_visible'])
    .select(['o.id as post_id', 'o.food_name', 'o.images', 'p.name as owner_name'])
    .where('c.id', '=', commentId)
    .executeTakeFirst();

export const findOwnerName = async (db: Db, userId: string): Promise<string> =>
  (
    await db
      .selectFrom('all_people as p')
      .leftJoin('all_stalls as w', 'w.id', 'p.id')
      .select(sql<string>`coalesce(w.name, p.full_name)`.as('name'))
      .where('p.id', '=', userId)
      .executeTakeFirstOrThrow()
  ).name;

/** Stores a message, which is locked with its conversation, and the messages before it as they are. */
export const insertExcerpt = (
  db: Db,
  reportId: string,
  message: { conversation_id: string; sequence: number },
  messagesBefore: number,
) =>
  sql`
    insert into reported_messages (report_id, sequence, sender_id, sender_name, content, sent_at, is_reported)
    select ${reportId}, m.sequence, m.sender_id, coalesce(p.name, 'Pengguna Tidak Dikenal'), m.content,
      m.created_at, m.sequence = ${message.sequence}
    from all_messages m
    left join displayed_people p on p.id = m.sender_id
    where m.conversation_id = ${message.conversation_id} and m.sequence <= ${message.sequence}
    order by m.sequence desc limit ${messagesBefore + 1}`.execute(db);

type MessageReport = CallOutput<'get_message_report'>;

const excerptJson = jsonObject<MessageReport['messages'][number]>({
  sender_id: 'sender_id',
  sender_name: 'sender_name',
  content: 'content',
  sent_at: 'sent_at',
  is_reported: 'is_reported',
});
const messageReportJson = jsonObject<MessageReport>({
  id: 'r.id',
  reason: 'r.reason',
  status: 'r.status',
  created_at: 'r.created_at',
  reporter_name: 'reporter.name',
  reported_user_id: 'r.reported_user_id',
  reported_name: 'r.snapshot_owner_name',
  messages: 'excerpt.messages',
});

/** Finds a report of a message with the stored messages; undefined for reports of something else. */
export async function findMessageReport(db: Db, reportId: string): Promise<MessageReport | undefined> {
  const [report] = await selectJsonIn(
    db,
    messageReportJson,
    sql`from reports r
    left join displayed_people reporter on reporter.id = r.reporter_id
    cross join lateral (
      select json_agg(${sql.raw(excerptJson)} order by sequence) as messages
      from reported_messages where report_id = r.id
    ) excerpt
    where r.id = ${reportId} and excerpt.messages is not null`,
  );
  return report;
}

/** @returns undefined when this person's report of the same thing is still open (D29) */
export const insertReport = (db: Db, report: Insertable<Schema['reports']>) =>
  db
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Whether a report waits that is about a post, a comment or a message, or about a comment that is deleted with it. */
export const hasOpenReports = async (db: Db, id: string): Promise<boolean> =>
  (await db
    .selectFrom('reports')
    .select('id')
    .where('status', '=', 'pending')
    .where((report) =>
      report.or([
        report('subject_id', '=', id),
        report('reported_post_id', '=', id),
        report(
          'reported_comment_id',
          'in',
          report.selectFrom('all_comments').select('all_comments.id').where('parent_id', '=', id),
        ),
      ]),
    )
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Deletes reports that were decided more than 90 days ago (D30, D61). @returns the photos of each deleted report's snapshot */
export const deleteOldReports = async (db: Db, limit: number): Promise<string[][]> => {
  const { rows } = await sql<{ snapshot_images: string[] }>`
    delete from reports where id = any (array(
      select id from reports where decided_at < now() - interval '90 days' limit ${limit} for update skip locked
    )) returning snapshot_images`.execute(db);
  return rows.map(({ snapshot_images }) => snapshot_images);
};
