import type { ParsedInput } from '@lapau/contract/calls';
import type { NagariOption } from '@lapau/contract/feed';
import type { Database } from '../../platform/database/database.ts';
import { isShortSearch } from '../../platform/http/costs.ts';
import type { Combination, Sought } from '../../platform/text/words.ts';
import { containingWords, hasWords, placesOf, plainWords } from '../../platform/text/words.ts';
import type { SharedPost } from '../posts/rules.ts';

export type FeedFilter = ParsedInput<'get_feed'>;

/** The condition that visible posts match a filter; `parameter` adds a value to the statement's. */
function matches(filter: FeedFilter, parameter: (value: unknown) => string): string {
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
    const pattern = containingWords(parameter(filter.search_term));
    conditions.push(`search_text like ${pattern}`);
    // Two letters have no trigram, so that every post is read; the condition on the words avoids that when no word has them.
    if (isShortSearch(filter.search_term) && !plainWords(filter.search_term).includes(' ')) {
      conditions.push(`exists (select from all_search_words where word like ${pattern})`);
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
    from (select id, created_at from all_posts where ${matches(filter, parameter)} order by created_at desc, id desc limit $1) page
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

/** A filter by words that the names of a dish and its stall, or with `inDish` only that of the dish, have to hold in any order. */
export type NearFilter = Omit<FeedFilter, 'search_term'> & { words: Sought[]; inDish: boolean };

/** So many of the newest posts are searched first: they hold the first page of what is common. */
const newestPosts = 1000;

/**
 * The statement of one page of a near search. Common words are found among the newest posts, rare ones by the trigrams (posts_search).
 * PostgreSQL cannot tell which ones are common together, as it takes the words of a name to be independent of each other.
 */
function nearPageStatement({ words, inDish, ...filter }: NearFilter): { text: string; values: unknown[] } {
  const values: unknown[] = [filter.limit];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = matches({ ...filter, search_term: '' }, parameter);
  const isNear = hasWords('search_text', inDish ? `split_part(search_text, '  ', 1)` : 'search_text', words, parameter);
  const text = `
    with newest as materialized (
      select id, created_at
      from (
        select id, created_at, search_text from all_posts where ${where}
        order by created_at desc, id desc limit ${newestPosts}
      ) newest
      where ${isNear} order by created_at desc, id desc limit $1
    ), matching as materialized (
      select id, created_at from all_posts where (select count(*) from newest) < $1 and ${where} and ${isNear}
    )
    select f.id, f.shared::text as shared
    from (
      select * from newest union select * from matching order by created_at desc, id desc limit $1
    ) page join feed_posts f on f.id = page.id
    order by page.created_at desc, page.id desc`;
  return { text, values };
}

export function findNearPage(database: Database, filter: NearFilter): Promise<SharedPost[]> {
  const { text, values } = nearPageStatement(filter);
  return database.queryPlanned<SharedPost>(text, values);
}

/** A word that fewer than these of the newest posts have is looked for in all posts. */
const commonFrom = 20;

/**
 * The statement that counts which of the words the names of dish and stall have together. It reads the newest posts, and for each word
 * that few of these have a thousand posts that have it.
 */
function combinationsStatement({ words, ...filter }: Omit<NearFilter, 'inDish'>): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value)}`;
  const where = matches({ ...filter, search_term: '' }, parameter);
  const places = placesOf('search_text', words, parameter);
  const older = words.map(
    (word, index) => `
      union
      (select id, ${places} from all_posts
       where (select count(*) from newest) = ${newestPosts}
         and (select count(*) from newest where places[${index + 1}] > 0) < ${commonFrom}
         and ${where} and ${hasWords('search_text', 'search_text', [word], parameter)}
       limit ${newestPosts})`,
  );
  const text = `
    with newest as materialized (
      select id, ${places} as places
      from (
        select id, search_text from all_posts where ${where} order by created_at desc, id desc limit ${newestPosts}
      ) newest
    )
    select places, count(*)::int as count from (select id, places from newest ${older.join('')}) posts group by places`;
  return { text, values };
}

export function findCombinations(database: Database, filter: Omit<NearFilter, 'inDish'>): Promise<Combination[]> {
  const { text, values } = combinationsStatement(filter);
  return database.queryPlanned<Combination>(text, values);
}

/**
 * Finds the nagari with their counts. Counting all posts takes most of the time, and reads only the index posts_feed_nagari. Dishes that
 * have been sold out and are open again (D67) are few and counted apart, as that index does not have them.
 */
const nagariOptions = `
  select s.nagari, d.count::int, d.open_count::int
  from (
    select nagari_key, count(*) filter (where is_listed) as count, count(*) filter (where is_open) as open_count
    from (
      select nagari_key, true as is_listed, is_open from all_posts where visible and not is_admin_post
      union all
      select nagari_key, false, true from all_posts
      where visible and not is_admin_post and reopens_at is not null and is_open_now(is_open, reopens_at)
    ) counted
    group by nagari_key
  ) d
  join (
    select nagari_key(nagari) as nagari_key, mode() within group (order by nagari) as nagari
    from displayed_stalls where visible and nagari_key(nagari) <> ''
    group by 1
  ) s using (nagari_key)
  order by nagari_key`;

export const findNagariOptions = (database: Database): Promise<NagariOption[]> => database.query(nagariOptions, []);
