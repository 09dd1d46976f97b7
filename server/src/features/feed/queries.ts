import type { ParsedInput } from '@lapau/contract/calls';
import type { NagariOption } from '@lapau/contract/feed';
import type { Database } from '../../platform/database.ts';
import { isShortSearch } from '../../platform/http/budget.ts';
import { containing } from '../../platform/like-pattern.ts';
import type { SharedPost } from '../posts/rules.ts';

export type FeedFilter = ParsedInput<'get_feed'>;

/** The condition that visible posts match a filter; `parameter` adds a value to the statement's. */
function matches(filter: Omit<FeedFilter, 'limit'>, parameter: (value: unknown) => string): string {
  const conditions = ['visible'];
  if (filter.nagari_filter !== '' || !filter.include_admin_posts) conditions.push('not is_admin_post');
  if (filter.nagari_filter !== '') conditions.push(`nagari_key = nagari_key(${parameter(filter.nagari_filter)})`);
  if (filter.only_open) conditions.push('(is_open or reopens_at is not null) and is_open_now(is_open, reopens_at)');
  if (filter.before) {
    conditions.push(
      `(created_at, id) < (${parameter(filter.before.created_at)}::timestamptz, ${parameter(filter.before.id)}::uuid)`,
    );
  }
  if (filter.search_term !== '') {
    const pattern = `lower(${parameter(containing(filter.search_term))})`;
    conditions.push(`search_text like ${pattern}`);
    // No trigram helps two letters, and reading every post in vain takes longest: PostgreSQL reads none when no word has them.
    if (isShortSearch(filter.search_term) && !filter.search_term.includes(' ')) {
      conditions.push(`exists (select from search_words where word like ${pattern})`);
    }
  }
  return conditions.join(' and ');
}

/**
 * The statement of one page of visible posts. The ids come off an index in order (posts_feed, posts_feed_nagari,
 * posts_foods, or posts_search when a search is rare enough); only that page's rows are joined and built.
 */
export function feedPageStatement(filter: FeedFilter): { text: string; values: unknown[] } {
  const values: unknown[] = [filter.limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const text = `
    select f.id, f.shared::text as shared
    from (select id, created_at from posts where ${matches(filter, parameter)} order by created_at desc, id desc limit $1) page
    join feed_posts f on f.id = page.id
    order by page.created_at desc, page.id desc`;
  return { text, values };
}

export function findFeedPage(database: Database, filter: FeedFilter): Promise<SharedPost[]> {
  const { text, values } = feedPageStatement(filter);
  return filter.search_term === ''
    ? database.query<SharedPost>(text, values)
    : database.queryPlanned<SharedPost>(text, values);
}

/** What the newest post that a search finds is found by: its food and its stall or source, as they are written. */
export async function findFirstPostName(
  database: Database,
  filter: Omit<FeedFilter, 'limit'>,
): Promise<string | undefined> {
  const values: unknown[] = [];
  const where = matches(filter, (value) => `$${values.push(value)}`);
  const [post] = await database.queryPlanned<{ name: string }>(
    `select concat_ws(' ', food_name, case when is_admin_post then seller_name else stall.name end) as name
     from (select * from posts where ${where} order by created_at desc, id desc limit 1) post
     left join warungs stall on stall.id = post.user_id`,
    values,
  );
  return post?.name;
}

/**
 * Counting all posts takes most of the time: it reads nothing but the index posts_feed_nagari. Dishes that have been sold out
 * and are open again (D67) are few and counted apart, as that index does not have them.
 */
const nagariOptions = `
  select s.nagari, d.count::int, d.open_count::int
  from (
    select nagari_key, count(*) filter (where is_listed) as count, count(*) filter (where is_open) as open_count
    from (
      select nagari_key, true as is_listed, is_open from posts where visible and not is_admin_post
      union all
      select nagari_key, false, true from posts
      where visible and not is_admin_post and reopens_at is not null and is_open_now(is_open, reopens_at)
    ) counted
    group by nagari_key
  ) d
  join (
    select nagari_key(p.nagari) as nagari_key, mode() within group (order by p.nagari) as nagari
    from warungs w join profiles p on p.id = w.id
    where not w.is_suspended and not p.is_suspended and p.role <> 'pembeli' and p.nagari <> ''
    group by 1
  ) s using (nagari_key)
  order by nagari_key`;

export const findNagariOptions = (database: Database): Promise<NagariOption[]> => database.query(nagariOptions, []);
