import { calls } from '@lapau/contract/calls';
import type { CallInput } from '@lapau/contract/calls';
import { feedPageStatement } from '../../../server/src/features/feed/queries.ts';
import { memberId, memberIdSql } from '../data/data.ts';
import type { LoadRequest } from '../load/wrk.ts';
import type { BareStatement } from '../programs/bare-route.ts';

type Filter = CallInput<'get_feed'>;

const statementOf = (filter: Filter) => feedPageStatement(calls.get_feed.input.parse(filter));

/**
 * Makes one statement that answers a whole page of the feed for one reader: get_feed's own statement, with the reader's likes and
 * saves joined in SQL, and the page as one JSON text in the column `page`.
 * @param reader an SQL expression for the reader's id
 * @param isCounting whether likes and comments are counted each time, instead of read from the post
 */
function feedPageSql(statement: string, reader: string, isCounting = false): string {
  const marked = (table: string) =>
    `exists (select from ${table} m where m.user_id = ${reader} and m.post_id = page.id)`;
  const counted = (table: string) => `(select count(*) from ${table} c where c.post_id = page.id and c.visible)`;
  const members = [
    ['isLikedByUser', marked('likes')],
    ['isSavedByUser', marked('saved_posts')],
    ...(isCounting
      ? [
          ['likesCounted', counted('likes')],
          ['commentsCounted', counted('post_comments')],
        ]
      : []),
  ].map(([key, value]) => `',"${key}":' || ${value}`);
  return `
    select '[' || coalesce(string_agg(left(page.shared, -1) || ${members.join(' || ')} || '}', ','), '') || ']' as page
    from (${statement}) page`;
}

/** A route's statement; the reader's id comes after the values of get_feed's statement. */
function bareStatement(filter: Filter): BareStatement {
  const { text, values } = statementOf(filter);
  return { text: feedPageSql(text, `$${values.length + 1}::uuid`) };
}

const anyCursor = { created_at: new Date(0).toISOString(), id: memberId(1) };

/** The bare server's routes. */
export const bareStatements = {
  first: { name: 'first', ...bareStatement({}) },
  later: { name: 'later', ...bareStatement({ before: anyCursor }) },
  search: bareStatement({ search_term: 'any' }),
  shortSearch: bareStatement({ search_term: 'an' }),
} satisfies Record<string, BareStatement>;

function routeOf({ search_term, before }: Filter): keyof typeof bareStatements {
  if (search_term) return search_term.length > 2 ? 'search' : 'shortSearch';
  return before ? 'later' : 'first';
}

/** Asks the bare server for the page that get_feed answers to the n-th member. */
export function askBare(reader: number, filter: Filter = {}): LoadRequest {
  return { path: `/${routeOf(filter)}`, body: [...statementOf(filter).values, memberId(reader)] };
}

/** Makes a pgbench script of the first page, for a random one of so many readers. */
export function pgbenchPage(readers: number, isCounting: boolean): string {
  const { text, values } = statementOf({});
  const literal = text.replaceAll(/\$(\d+)/g, (_parameter, number: string) => String(values[Number(number) - 1]));
  const sql = feedPageSql(literal, memberIdSql(':reader::int'), isCounting);
  return `\\set reader random(1, ${readers})\n${sql.trim().replaceAll(/\s*\n\s*/g, ' ')};\n`;
}
