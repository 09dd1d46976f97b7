import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '../platform/database/database.ts';

/** Expects every post's counters to equal its visible likes and comments: those of people who are not suspended. */
export async function expectExactCounts(db: Db): Promise<void> {
  const { rows } = await sql`
    with people as (
      select p.id, not p.is_suspended and not (p.role = 'penjual' and coalesce(w.is_suspended, false)) as is_visible
      from profiles p left join warungs w on w.id = p.id
    ), shown_likes as (
      select l.post_id from likes l join people on people.id = l.user_id where people.is_visible
    ), shown_comments as (
      select c.post_id from post_comments c
      join people on people.id = c.user_id
      left join post_comments parent on parent.id = c.parent_id
      left join people parents on parents.id = parent.user_id
      where people.is_visible and coalesce(parents.is_visible, true)
        and not c.is_removed and not coalesce(parent.is_removed, false)
    )
    select id, likes_count, comments_count,
      (select count(*) from shown_likes where post_id = posts.id) as likes,
      (select count(*) from shown_comments where post_id = posts.id) as comments
    from posts
    where likes_count <> (select count(*) from shown_likes where post_id = posts.id)
       or comments_count <> (select count(*) from shown_comments where post_id = posts.id)`.execute(db);
  expect(rows, 'posts whose counters are not their rows').toEqual([]);
}
