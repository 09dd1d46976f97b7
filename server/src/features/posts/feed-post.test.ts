import { feedPost } from '@lapau/contract/posts';
import type { FeedPost } from '@lapau/contract/posts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { buildAdmin, buildMember, buildPost, buildSeller } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';

// A feed post's shape is written in SQL (view feed_posts) and in the contract (feedPost); these tests compare the two.

const server = await startTestServer();
const reader = await buildMember(server);

/** The columns of the view's tables that may be null, each with a value. */
const nullableColumns = {
  'posts.first_posted_at': new Date(),
  'posts.link_url': 'https://lapau.test/',
  'posts.reopens_at': new Date(),
  'profiles.admin_since': new Date(),
  'profiles.admin_until': new Date(),
  'profiles.avatar_url': 'a/profile.webp',
  'profiles.mail_refused_at': new Date(),
  'profiles.recovery_counted_from': new Date(),
  'profiles.sign_up_key': true,
  'warungs.avatar_url': 'a/stall.webp',
  'warungs.confirmed_at': new Date(),
} as const;
type Column = keyof typeof nullableColumns;
const columns = Object.keys(nullableColumns) as Column[];

/** Posts a dish of a stall; only these nullable columns of the post, its seller and the stall have a value. */
async function postWith(filled: readonly Column[]): Promise<string> {
  const value = <Name extends Column>(column: Name) => (filled.includes(column) ? nullableColumns[column] : null);
  const seller = await buildSeller(server, {
    profile: {
      avatar_url: value('profiles.avatar_url'),
      admin_since: value('profiles.admin_since'),
      admin_until: value('profiles.admin_until'),
      mail_refused_at: value('profiles.mail_refused_at'),
      recovery_counted_from: value('profiles.recovery_counted_from'),
      sign_up_key: value('profiles.sign_up_key') && crypto.randomUUID(), // unique
    },
    warung: { avatar_url: value('warungs.avatar_url'), confirmed_at: value('warungs.confirmed_at') },
  });
  const post = await buildPost(server, {
    user_id: seller.id,
    link_url: value('posts.link_url'),
    first_posted_at: value('posts.first_posted_at'),
    is_open: !filled.includes('posts.reopens_at'),
    reopens_at: value('posts.reopens_at'),
  });
  return post.id;
}

/** Posts as an admin, who has no stall. */
async function adminPostWith(sellerName: string): Promise<string> {
  const admin = await buildAdmin(server);
  return (await buildPost(server, { user_id: admin.id, is_admin_post: true, seller_name: sellerName })).id;
}

const ofSaves = new Set(['savedAt', 'hasAlert']);

/** The post as every call that answers with posts shows it. */
async function shownBy(id: string): Promise<FeedPost[]> {
  const details = await server.call('get_post_details', { p_post_id: id }, reader);
  const feed = await server.call('get_feed', {}, reader);
  await server.call('toggle_save_post', { post_id_to_toggle: id, saved: true }, reader);
  const saved = await server.call('get_saved_posts', {}, reader);
  const menu = details.isAdminPost ? null : await server.call('get_warung_menu', { warung_id: details.userId }, reader);
  return [feed, menu ?? [], saved]
    .flatMap((page) => page.filter((post) => post.id === id))
    .map((post) => Object.fromEntries(Object.entries(post).filter(([key]) => !ofSaves.has(key))) as FeedPost)
    .concat(details);
}

const cases: [string, () => Promise<string>][] = [
  ['every nullable column set', () => postWith(columns)],
  ['every nullable column null', () => postWith([])],
  ...columns.map((column): [string, () => Promise<string>] => [
    `only ${column} null`,
    () => postWith(columns.filter((other) => other !== column)),
  ]),
  ...columns.map((column): [string, () => Promise<string>] => [`only ${column} set`, () => postWith([column])]),
  ['an admin, without a stall', () => adminPostWith('Panitia')],
  ['an admin, without a source', () => adminPostWith('')],
];

test('the nullable columns tested here are those of the tables in the view', async () => {
  const { rows } = await sql<{ name: string }>`
    with recursive used (name) as (
      select 'feed_posts' collate "C"
      union select v.table_name::text from used join information_schema.view_table_usage v on v.view_name = used.name
    )
    select distinct c.table_name || '.' || c.column_name as name
    from used
    join information_schema.tables t on t.table_name = used.name and t.table_type = 'BASE TABLE'
    join information_schema.columns c on c.table_schema = t.table_schema and c.table_name = t.table_name
    where c.is_nullable = 'YES' order by name`.execute(server.db);
  expect(rows.map(({ name }) => name)).toEqual(columns.toSorted());
});

describe('a post as it is answered', () => {
  const keys = Object.keys(feedPost.shape).toSorted();

  test.each(cases)('has every key of the contract and no other, and fits its types: %s', async (_title, post) => {
    const shown = await shownBy(await post());
    expect(shown.length).toBeGreaterThanOrEqual(3);
    for (const one of shown) {
      expect(Object.keys(one).toSorted()).toEqual(keys);
      expect(feedPost.parse(one)).toEqual(one);
    }
  });

  test('has null in every nullable key of the contract, and in no other', async () => {
    const posts = (await Promise.all(cases.map(async ([, post]) => shownBy(await post())))).flat();
    const nullIn = (key: string) => posts.filter((post) => post[key as keyof FeedPost] === null).length;
    const nullable = keys.filter((key) => feedPost.shape[key as keyof FeedPost].safeParse(null).success);
    expect(keys.filter((key) => nullIn(key) > 0)).toEqual(nullable);
    expect(keys.filter((key) => nullIn(key) === posts.length)).toEqual([]);
  });
});
