import type { DecisionSubject } from '@lapau/contract/decisions';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

type Preview = {
  subject: DecisionSubject;
  subjectId: string;
  title: string;
  person: string;
  posts: number;
  comments: number;
  reporters: number;
  isGone: boolean;
  isSuspended?: boolean;
};

const nobody = 'Pengguna yang sudah dihapus';

/** Counts a person's posts: those that show now, and those that are hidden only with their person or stall. */
const postsOf = (owner: RawBuilder<unknown>, withAdminPosts: boolean) => sql`
  (select count(*)::int from all_posts where user_id = ${owner} and not is_removed
    and (not is_admin_post or ${withAdminPosts}))`;
const commentsOf = (author: RawBuilder<unknown>) => sql`
  (select count(*)::int from all_comments where user_id = ${author} and not is_removed)`;

const ownerName = sql`coalesce(w.name, p.full_name)`;
const waitingReports = (subject: RawBuilder<unknown>) => sql`
  (select count(*)::int from all_reports where subject_id = ${subject} and status = 'pending')`;

const statements: Record<string, (id: string) => RawBuilder<Preview>> = {
  application: (id) => sql`
    select 'application' as subject, a.id as "subjectId", a.warung_name as title, p.full_name as person, 0 as posts, 0 as comments,
      0 as reporters, false as "isGone"
    from all_applications a join all_people p on p.id = a.user_id where a.id = ${id}`,
  report: (id) => sql`
    select r.subject_type as subject, r.subject_id as "subjectId",
      case r.subject_type when 'post' then r.snapshot_food_name
        when 'comment' then 'di ' || r.snapshot_food_name else 'itu' end as title,
      coalesce(nullif(r.snapshot_owner_name, ''), ${nobody}) as person,
      (r.subject_type = 'post' and o.id is not null)::int as posts,
      case when c.id is not null then 1 + (select count(*)::int from all_comments where parent_id = c.id)
        when r.subject_type = 'post' then coalesce(o.comments_count, 0) else 0 end as comments,
      ${waitingReports(sql`r.subject_id`)} as reporters,
      coalesce(c.id, m.id, case when r.subject_type = 'post' then o.id end) is null as "isGone"
    from all_reports r
    left join all_posts o on o.id = r.reported_post_id
    left join all_comments c on c.id = r.reported_comment_id
    left join all_messages m on m.id = r.reported_message_id
    where r.id = ${id}`,
  post: (id) => sql`
    select 'post' as subject, o.id as "subjectId", o.food_name as title, ${ownerName} as person, 1 as posts, o.comments_count as comments,
      ${waitingReports(sql`o.id`)} as reporters, false as "isGone"
    from all_posts o join all_people p on p.id = o.user_id left join all_stalls w on w.id = p.id where o.id = ${id}`,
  comment: (id) => sql`
    select 'comment' as subject, c.id as "subjectId", 'di ' || o.food_name as title, p.name as person, 0 as posts,
      1 + (select count(*)::int from all_comments where parent_id = c.id) as comments,
      ${waitingReports(sql`c.id`)} as reporters, false as "isGone"
    from all_comments c join all_posts o on o.id = c.post_id join displayed_people p on p.id = c.user_id
    where c.id = ${id}`,
  user: (id) => sql`
    select 'user' as subject, p.id as "subjectId", p.full_name as title, p.full_name as person,
      ${postsOf(sql`p.id`, true)} as posts, ${commentsOf(sql`p.id`)} as comments,
      0 as reporters, false as "isGone"
    from all_people p where p.id = ${id}`,
  appeal: (id) => sql`
    select 'appeal' as subject, a.id as "subjectId", p.full_name as title, p.full_name as person, 0 as posts, 0 as comments,
      0 as reporters, false as "isGone", d.action = 'suspend' as "isSuspended"
    from all_appeals a join decisions d on d.id = a.decision_id join all_people p on p.id = a.user_id where a.id = ${id}`,
  warung: (id) => sql`
    select 'warung' as subject, w.id as "subjectId", w.name as title, w.owner_full_name as person,
      ${postsOf(sql`w.id`, false)} as posts, 0 as comments,
      0 as reporters, false as "isGone"
    from displayed_stalls w where w.id = ${id}`,
};

/** Finds what a decision about a subject would change; undefined when there is no such subject. */
export async function findPreview(db: Db, type: string, id: string): Promise<Preview | undefined> {
  const statement = statements[type];
  return statement && (await statement(id).execute(db)).rows[0];
}
