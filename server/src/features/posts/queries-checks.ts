import { sql } from 'kysely';
import type { Check } from '../../platform/database/consistency.ts';

export const postsChecks: Check[] = [
  {
    wrong: 'posts whose number of likes is another one',
    rows: sql`
      select p.id as key from posts p
      left join (select post_id, count(*) as number from all_likes where visible group by post_id) l on l.post_id = p.id
      where p.likes_count <> coalesce(l.number, 0)`,
  },
  {
    wrong: 'posts whose number of comments is another one',
    rows: sql`
      select p.id as key from posts p
      left join (select post_id, count(*) as number from all_comments where visible group by post_id) c on c.post_id = p.id
      where p.comments_count <> coalesce(c.number, 0)`,
  },
  {
    wrong: 'posts that show and should not, or the other way round, or are found by another text or nagari than theirs',
    rows: sql`
      select p.id as key from posts p
      join all_people o on o.id = p.user_id
      left join all_stalls w on w.id = p.user_id
      where p.visible <> (not p.is_removed and not o.is_suspended
          and (p.is_admin_post or (w.id is not null and not w.is_suspended and o.role <> 'pembeli')))
        or p.nagari_key <> case when p.is_admin_post then '' else nagari_key(o.nagari) end
        or p.search_text <> plain_words(p.food_name) || '  '
          || plain_words(case when p.is_admin_post then p.seller_name else coalesce(w.name, o.full_name) end)`,
  },
];
