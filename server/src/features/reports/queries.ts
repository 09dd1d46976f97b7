import { sql } from 'kysely';
import type { Insertable } from 'kysely';
import type { Db } from '../../platform/database.ts';
import type { FileColumn } from '../../platform/files/file-columns.ts';
import type { Schema } from '../../platform/schema.ts';

/** A report shows the photos of what it is about as long as it is kept (D29). */
export const reportsFileColumns: FileColumn[] = [{ table: 'reports', column: 'snapshot_images', isArray: true }];

/** What a report of a comment stores about it; undefined when the comment or its post is hidden. */
export const findReportedComment = (db: Db, commentId: string) =>
  db
    .selectFrom('post_comments as c')
    .innerJoin('posts as o', 'o.id', 'c.post_id')
    .innerJoin('profiles as p', 'p.id', 'c.user_id')
    .leftJoin('warungs as w', (join) => join.onRef('w.id', '=', 'p.id').on('p.role', '<>', 'pembeli'))
    .select(['c.id', 'c.user_id', 'c.content', 'o.id as post_id', 'o.food_name', 'o.images'])
    .select(sql<string>`coalesce(w.name, p.full_name)`.as('owner_name'))
    .where('c.id', '=', commentId)
    .where('c.visible', '=', true)
    .where('o.visible', '=', true)
    .executeTakeFirst();

export const findOwnerName = async (db: Db, userId: string): Promise<string> =>
  (
    await db
      .selectFrom('profiles as p')
      .leftJoin('warungs as w', 'w.id', 'p.id')
      .select(sql<string>`coalesce(w.name, p.full_name)`.as('name'))
      .where('p.id', '=', userId)
      .executeTakeFirstOrThrow()
  ).name;

/** @returns undefined when this person's report of the same thing is still open (D29) */
export const insertReport = (db: Db, report: Insertable<Schema['reports']>) =>
  db
    .insertInto('reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Decided more than 90 days ago (D30, D61). @returns the photos of each deleted report's snapshot */
export const deleteOldReports = async (db: Db, limit: number): Promise<string[][]> => {
  const { rows } = await sql<{ snapshot_images: string[] }>`
    delete from reports where id = any (array(
      select id from reports where decided_at < now() - interval '90 days' limit ${limit} for update skip locked
    )) returning snapshot_images`.execute(db);
  return rows.map(({ snapshot_images }) => snapshot_images);
};
