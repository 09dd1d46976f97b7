import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { fileColumns } from './app.ts';
import type { Db } from './platform/database/database.ts';
import { unreferencedPathsQuery } from './platform/files/file-columns.ts';
import { startTestServer } from './testing/server.ts';

const { db } = await startTestServer();

/** Columns that can hold text but refer to no file, by the reason. */
const withoutFiles: Record<string, string[]> = {
  'people write it, and it is shown as text': [
    ...columns('appeals', 'content'),
    ...columns('messages', 'content post_food_name post_price'),
    ...columns('pending_sign_ups', 'address email full_name kecamatan nagari phone'),
    ...columns('post_comments', 'content'),
    ...columns('quick_replies', 'texts'),
    ...columns('posts', 'description food_name location phone_number price seller_name whatsapp_number'),
    ...columns('profiles', 'address email full_name kecamatan nagari phone'),
    ...columns('reported_messages', 'content sender_name'),
    ...columns('reports', 'reason snapshot_comment snapshot_food_name snapshot_owner_name'),
    ...columns('seller_applications', 'address phone_number warung_description warung_name'),
    ...columns('seller_applications', 'city kecamatan nagari province rejection_reason street'),
    ...columns('profiles', 'suspension_reason'),
    ...columns('warungs', 'suspension_reason'),
    ...columns('warungs', 'address bio name phone_number whatsapp_number'),
  ],
  'a link to elsewhere': [...columns('posts', 'link_url'), ...columns('promo_banners', 'link_url')],
  'made by the server from texts and ids': [
    ...columns('notifications', 'content nameless topic'),
    ...columns('notification_events', 'topic what'),
    ...columns('posts', 'nagari_key search_text'),
    ...columns('warungs', 'short_code'),
    ...columns('blocks', 'blocked_name'),
    ...columns('search_words', 'word'),
    ...columns('spellings', 'alike'),
    ...columns('unsent_signals', 'text'),
    ...columns('limit_counts', 'key'),
  ],
  'the preview of a picture itself, or the file itself': [
    ...columns('files', 'content_type path placeholder sha256'),
    ...columns('posts', 'placeholders'),
  ],
  'a file of the web app': columns('web_files', 'br content content_type gzip name'),
  'a record of an action, which refers to no file': [
    ...columns('audit_log', 'action actor_name details target_id target_type'),
    ...columns('availability_changes', 'posts_before'),
    ...columns('decisions', 'decided_by_name reason state_before'),
  ],
  'credentials, devices and secrets': [
    ...columns('accounts', 'access_token account_id id_token password provider_id refresh_token scope'),
    ...columns('pending_sign_ups', 'password_hash'),
    ...columns('push_subscriptions', 'auth endpoint fcm_token p256dh shown_tags vapid_public_key'),
    ...columns('recovery_codes', 'code_hash'),
    ...columns('deleted_admins', 'email_hash'),
    ...columns('deleted_sessions', 'token_hash'),
    ...columns('server_secrets', 'name value'),
    ...columns('sessions', 'device_name ip_address token_hash'),
    ...columns('sign_in_codes', 'code_hash'),
    ...columns('verifications', 'identifier value'),
    ...columns('wrong_passwords', 'subject'),
  ],
};

function columns(table: string, names: string): string[] {
  return names.split(' ').map((name) => `${table}.${name}`);
}

const declared = fileColumns.map(({ table, column }) => `${table}.${column}`);
const accountedFor = [...declared, ...Object.values(withoutFiles).flat()].toSorted();

/**
 * Lists every column that can hold text, alone, in a list or in JSON, unless it has a list of values: whatever a column is called,
 * somebody has to decide whether it refers to files.
 */
async function textColumns(on: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname || '.' || a.attname as name
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p')
    join pg_type t on t.oid = a.atttypid
    left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
    where c.relnamespace = 'public'::regnamespace and c.relname not like 'schema_migrations%'
      and a.attnum > 0 and not a.attisdropped
      and (coalesce(e.typcategory, t.typcategory) = 'S' or coalesce(e.typname, t.typname) in ('json', 'jsonb', 'xml', 'bytea'))
      and not exists (
        select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
          and pg_get_constraintdef(k.oid) like 'CHECK ((' || a.attname || ' = ANY (ARRAY[%'
      )
    order by 1`.execute(on);
  return rows.map(({ name }) => name);
}

test('every column that can hold text is declared as one that refers to files, or listed here with a reason', async () => {
  const missing = 'declare it in fileColumns of its feature (queries.ts), or its photos are deleted after a day';
  expect((await textColumns(db)).toSorted(), missing).toEqual(accountedFor);
});

test.each(['text', 'text[]', 'varchar(300)', 'jsonb'])('a new column of type %s is detected', async (type) => {
  const before = await textColumns(db);
  const rolledBack = await db.startTransaction().execute();
  await sql`alter table posts add column cover ${sql.raw(type)}`.execute(rolledBack);
  const added = (await textColumns(rolledBack)).filter((name) => !before.includes(name));
  // The rollback comes before the expectation: if that fails, an open transaction would keep the next test waiting for its lock.
  await rolledBack.rollback().execute();
  expect(added).toEqual(['posts.cover']);
});

test('lists of files are declared as lists, and looked up by a GIN index', async () => {
  const arrays = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'ARRAY'`.execute(db);
  const lists = fileColumns.filter(({ isArray }) => isArray).map(({ table, column }) => `${table}.${column}`);
  expect(
    arrays.rows
      .map(({ name }) => name)
      .filter((name) => declared.includes(name))
      .toSorted(),
  ).toEqual(lists.toSorted());
  const plan = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    const { rows } = await sql<
      Record<string, string>
    >`explain ${unreferencedPathsQuery(fileColumns, ['a/b.webp'])}`.execute(tx);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
  for (const table of fileColumns.filter(({ isArray }) => isArray).map((column) => column.table))
    expect(plan).toContain(`Bitmap Index Scan on ${table}_images`);
});
