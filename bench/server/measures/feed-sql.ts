import { memberIdSql } from '../data/data.ts';
import type { BareStatement } from '../programs/bare-route.ts';

type Page = {
  /** SQL of the reader's id. */
  reader: string;
  /** Further conditions on posts. */
  where?: string;
  /** Likes and comments counted each time, instead of read from the post. */
  counting?: boolean;
};

/** A whole page of the feed for one reader in one statement: what get_feed answers, made without Lapau. */
export function feedPageSql({ reader, where = 'true', counting = false }: Page): string {
  const count = (table: string) => `(select count(*) from ${table} c where c.post_id = p.id and c.visible)`;
  return `
    select coalesce(json_agg(post), '[]')::text as page from (
      select json_build_object(
        'id', p.id, 'userId', p.user_id, 'foodName', p.food_name, 'price', p.price, 'description', p.description,
        'images', array(select '/storage/posts/' || image from unnest(p.images) image),
        'placeholders', p.placeholders, 'isOpen', p.is_open, 'isAdminPost', p.is_admin_post,
        'warungName', case when p.is_admin_post then nullif(p.seller_name, '') else w.name end,
        'warungIsOpen', case when not p.is_admin_post then w.is_open end,
        'sellerFullName', o.full_name,
        'sellerAvatarUrl', '/storage/avatars/' || case when p.is_admin_post then o.avatar_url else coalesce(w.avatar_url, o.avatar_url) end,
        'nagari', case when p.is_admin_post then '' else o.nagari end,
        'createdAt', p.created_at,
        'likes', ${counting ? count('likes') : 'p.likes_count'},
        'comments', ${counting ? count('post_comments') : 'p.comments_count'},
        'phoneNumber', coalesce(nullif(case when not p.is_admin_post then w.phone_number end, ''), p.phone_number),
        'whatsappNumber', coalesce(nullif(case when not p.is_admin_post then w.whatsapp_number end, ''), p.whatsapp_number),
        'linkUrl', p.link_url,
        'isLikedByUser', exists (select from likes l where l.user_id = ${reader} and l.post_id = p.id),
        'isSavedByUser', exists (select from saved_posts s where s.user_id = ${reader} and s.post_id = p.id)
      ) as post
      from (select * from posts where visible and ${where} order by created_at desc, id desc limit 20) p
      join profiles o on o.id = p.user_id
      left join warungs w on w.id = p.user_id
      order by p.created_at desc, p.id desc
    ) page`;
}

const searching = 'search_text like lower($2)';
const before = (moment: string, id: string) => `(created_at, id) < (${moment}::timestamptz, ${id}::uuid)`;

/** The bare server's routes; $1 is the reader. */
export const bareStatements = {
  first: { name: 'first', text: feedPageSql({ reader: '$1::uuid' }) },
  later: { name: 'later', text: feedPageSql({ reader: '$1::uuid', where: before('$2', '$3') }) },
  search: { text: feedPageSql({ reader: '$1::uuid', where: searching }) },
} satisfies Record<string, BareStatement>;

/** pgbench scripts of the first page, for a reader among so many. */
export const pgbenchPage = (readers: number, counting: boolean): string => {
  const sql = feedPageSql({ reader: memberIdSql(':reader::int'), counting });
  return `\\set reader random(1, ${readers})\n${sql.trim().replaceAll(/\s*\n\s*/g, ' ')};\n`;
};
