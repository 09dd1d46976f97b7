import { Kysely, PostgresDialect, sql } from 'kysely';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import type { Db } from './platform/database/database.ts';
import { openLongConnection } from './platform/database/long-connection.ts';
import { sessionOf } from './platform/database/session-settings.ts';
import { openUntilEnd } from './testing/backups.ts';
import { bringUnusual } from './testing/foreign-settings.ts';
import { createTestDatabase } from './testing/server.ts';

// Each of these settings (D111) would make some part of Lapau fail, answer otherwise, or lose what it has acknowledged.
test.each(['the database', 'the role', 'the URL'] as const)(
  'with unusual settings of %s sessions have the values that Lapau relies on, and keep what only the operator is concerned with',
  async (bringer) => {
    const url = await bringUnusual(await createTestDatabase(), bringer);
    const connection = await openLongConnection(url);
    onTestFinished(connection.close);
    expect(await settingsOf(openUntilEnd(url))).toEqual({ ...relied, ...ofOperator, application_name: 'lapau' });
    const patient = { statement_timeout: '0', idle_in_transaction_session_timeout: '0', idle_session_timeout: '0' };
    expect(await settingsOf(connection.db)).toEqual({
      ...relied,
      ...ofOperator,
      ...patient,
      application_name: 'lapau backup',
    });
  },
);

test('a session whose options a pooler has dropped has the same values', async () => {
  const client = new pg.Client({ connectionString: await createTestDatabase() });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`set datestyle = German; set search_path = nowhere; set client_min_messages = error;
    set standard_conforming_strings = off; set synchronous_commit = local; set timezone = 'Asia/Jayapura'`);
  await sessionOf('postgres://lapau@localhost/lapau', 'lapau').onConnect(client);
  const pool = { options: {}, connect: async () => ({ query: client.query.bind(client), release() {} }), end() {} };
  const db: Db = new Kysely({ dialect: new PostgresDialect({ pool: pool as unknown as PostgresPool }) });
  expect(await settingsOf(db)).toMatchObject(relied);
});

/** The settings that Lapau relies on, in the form in which PostgreSQL shows them. */
const relied = {
  statement_timeout: '7000',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '8000',
  idle_session_timeout: '60000',
  exit_on_error: 'off',
  search_path: 'public',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  default_transaction_isolation: 'read committed',
  client_min_messages: 'notice',
  jit: 'off',
  plan_cache_mode: 'auto',
  gin_fuzzy_search_limit: '0',
  'pg_trgm.word_similarity_threshold': '0.4',
  synchronous_commit: 'on',
  session_replication_role: 'origin',
};

const ofOperator = { work_mem: '64', enable_seqscan: 'off' };

async function settingsOf(db: Db): Promise<Record<string, string>> {
  await sql`select similarity('a', 'b')`.execute(db); // PostgreSQL lists an extension's settings once it is loaded
  const names = [...Object.keys(relied), ...Object.keys(ofOperator), 'application_name'];
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${names})`.execute(db);
  const ofSome = sql<{ setting: string | null }>`
    select coalesce(nullif(current_setting(name, true), '0'), '') as setting
    from unnest('{transaction_timeout,restrict_nonsystem_relation_kind}'::text[]) name`;
  expect((await ofSome.execute(db)).rows).toEqual([{ setting: '' }, { setting: '' }]);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
