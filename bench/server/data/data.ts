import { createHash, createHmac } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../../server/src/platform/database/database.ts';
import { createLog } from '../../../server/src/platform/log/log.ts';
import { cookieName } from '../../../server/src/platform/session/cookies.ts';
import { migrate } from '../../../server/src/platform/upgrade/migrate.ts';

export type Sizes = {
  members: number;
  stalls: number;
  posts: number;
  likes: number;
  saves: number;
  comments: number;
  reports: number;
  /** Rows of the audit log. */
  actions: number;
  /** How many conversations one person has. */
  conversations: number;
  /** How many messages one conversation has. */
  messages: number;
};

export const fullSizes: Sizes = {
  members: 10_000,
  stalls: 1_000,
  posts: 50_000,
  likes: 500_000,
  saves: 100_000,
  comments: 300_000,
  reports: 5_000,
  actions: 50_000,
  conversations: 1_000,
  messages: 10_000,
};
export const quickSizes: Sizes = {
  members: 3_000,
  stalls: 300,
  posts: 5_000,
  likes: 50_000,
  saves: 10_000,
  comments: 30_000,
  reports: 500,
  actions: 5_000,
  conversations: 100,
  messages: 1_000,
};
/** Gives the same people ten times the posts. */
export const grown = (sizes: Sizes): Sizes => ({
  ...sizes,
  posts: sizes.posts * 10,
  likes: sizes.likes * 2,
  comments: sizes.comments * 2,
});

const fillFiles = ['fill.sql', 'fill-desk.sql', 'fill-talk.sql'].map((file) => path.join(import.meta.dirname, file));
const migrations = path.join(import.meta.dirname, '../../../server/src/migrations');

/** Tables whose triggers are disabled while the SQL files fill them: these files write what the triggers would have derived. */
const tablesWithTriggers = ['posts', 'likes', 'post_comments', 'warungs', 'profiles'];

/**
 * Brings the schema up to date and fills it with people, stalls and posts, unless the bench did so before.
 * @throws when there is somebody else's data in the database
 */
export async function fill(url: string, sizes: Sizes): Promise<void> {
  const database = openDatabase(url, createLog('warn'), 1);
  await migrate(database.db).finally(database.close);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ people: string; own: string; posts: string }>(
      `select (select count(*) from profiles) as people, (select count(*) from posts) as posts,
              (select count(*) from profiles where email like '%@bench.lapau.test') as own`,
    );
    const [people, own, posts] = [rows[0]?.people, rows[0]?.own, rows[0]?.posts].map(Number);
    if (people !== own) throw new Error('The database has people that are not the bench’s: give it an empty one.');
    if (own === 0) await insertAll(client, sizes);
    else if (own !== sizes.members || (posts ?? 0) < sizes.posts)
      throw new Error('The database was filled in another size.');
  } finally {
    await client.end();
  }
}

async function insertAll(client: pg.Client, sizes: Sizes): Promise<void> {
  for (const [what, size] of Object.entries(sizes)) {
    await client.query('select set_config($1, $2, false)', [`bench.${what}`, String(size)]);
  }
  const triggers = (verb: 'disable' | 'enable') =>
    client.query(tablesWithTriggers.map((table) => `alter table ${table} ${verb} trigger user;`).join(' '));
  await client.query('begin');
  await triggers('disable');
  for (const file of fillFiles) await client.query(await readFile(file, 'utf8'));
  await triggers('enable');
  await client.query('commit');
  await client.query('vacuum analyze');
}

/** A hash that changes whenever the filled data would. */
export async function fingerprint(sizes: Sizes): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(sizes));
  const files = (await readdir(migrations, { recursive: true })).filter((file) => file.endsWith('.sql')).toSorted();
  for (const file of [...files.map((name) => path.join(migrations, name)), ...fillFiles])
    hash.update(await readFile(file));
  return hash.digest('hex').slice(0, 12);
}

const numbered = (prefix: string, n: number) => `${prefix}-0000-7000-8000-${n.toString(16).padStart(12, '0')}`;
/** Ids of the n-th member and post, from 1; sellers come first, the newest post last. */
export const memberId = (n: number): string => numbered('01900000', n);
export const postId = (n: number): string => numbered('01910000', n);
/** Makes the ids above in SQL, from an integer expression. */
export const memberIdSql = (n: string): string => `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
export const postIdSql = (n: string): string => `('01910000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
/** The n-th member's conversation with a cook. */
export const conversationId = (n: number): string => numbered('01930000', n);
export const conversationIdSql = (n: string): string =>
  `('01930000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Numbers of members: an admin, somebody with many conversations, and one of the two of the longest (fill.sql, fill-talk.sql). */
export const people = ({ members, stalls }: Sizes) => ({ admin: members, talker: members - 3, reader: stalls + 1 });
/** The longest conversation, of which the reader has read half. */
export const longestConversation = ({ members, conversations }: Sizes): string =>
  conversationId(members + conversations + 1);

/** LAPAU_SECRET of every Lapau the bench starts. */
export const secret = 'a secret of the bench, known to all';

/** The Cookie header of the n-th member's session. */
export function cookieOf(n: number): string {
  const token = `bench-session-${n}`;
  const signature = createHmac('sha256', secret).update(token).digest('base64');
  return `${cookieName('http://127.0.0.1', 'session_token')}=${encodeURIComponent(`${token}.${signature}`)}`;
}
