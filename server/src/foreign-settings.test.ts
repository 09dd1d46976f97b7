import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { CallName } from '@lapau/contract/calls';
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { workers } from './app.ts';
import { backUp } from './operations/backup.ts';
import { examine } from './operations/doctor/examine.ts';
import { restore } from './operations/restore.ts';
import { openSession } from './platform/backup/session.ts';
import type { Db } from './platform/database.ts';
import { nightly } from './platform/nightly.ts';
import { sessionOf } from './platform/session-settings.ts';
import { startWorkers } from './platform/worker.ts';
import { auth, register } from './testing/auth.ts';
import { contentsOf, openUntilEnd } from './testing/backups.ts';
import { buildAdmin, buildPost, buildSeller } from './testing/builders.ts';
import { callInputs } from './testing/call-inputs.ts';
import { bringUnusual } from './testing/foreign-settings.ts';
import { plainPicture, uploadTo } from './testing/pictures.ts';
import { createTestDatabase, startTestServer } from './testing/server.ts';

// D111: each of these settings would have another part of Lapau fail, answer otherwise, or lose what it has acknowledged.
test.each(['the database', 'the role', 'the URL'] as const)(
  'with unusual settings of %s sessions have the values that Lapau relies on, and keep what only the operator is concerned with',
  async (bringer) => {
    const url = await bringUnusual(await createTestDatabase(), bringer);
    const session = await openSession(url);
    onTestFinished(session.close);
    expect(await settingsOf(openUntilEnd(url))).toEqual({ ...relied, ...ofOperator, application_name: 'lapau' });
    const patient = { statement_timeout: '0', idle_in_transaction_session_timeout: '0', idle_session_timeout: '0' };
    expect(await settingsOf(session.db)).toEqual({
      ...relied,
      ...ofOperator,
      ...patient,
      application_name: 'lapau backup',
    });
  },
);

test('with unusual settings of its role every call answers, a dish is found by a near spelling, and jobs run', async () => {
  const databaseUrl = await bringUnusual(await createTestDatabase(), 'the role');
  const server = await startTestServer({ databaseUrl, logLevel: 'fatal' });
  await buildAdmin(server);
  const { id, form, cookie } = await register(server);
  const session = await auth(server, '/auth/get-session', undefined, { cookie });
  expect(session).toMatchObject({ status: 200, body: { user_id: id } });
  const entered = await auth(server, '/auth/sign-in/email', { email: form.email, password: form.password });
  expect(entered.status).toBe(200);

  // with a stall of their own, so that a seller's calls have something to be about
  const buildActor = () => buildSeller(server, { profile: { role: 'admin' } });
  const actor = await buildActor();
  const png = await plainPicture(640, 480).png().toBuffer();
  const photo = await uploadTo(server, `posts/${actor.id}`, png, actor);
  expect(photo.status).toBe(200);
  const dish = await buildPost(server, { user_id: actor.id, food_name: 'Kampiun', images: [photo.body.path] });
  const found = await server.call('search_posts', { search_term: 'kampun' }, actor);
  expect(found.posts.map(({ id }) => id)).toEqual([dish.id]);

  const refused = new Map<string, unknown>();
  for (const name of Object.keys(callInputs) as CallName[]) {
    const caller = await buildActor();
    const { status, body } = await server.rawCall(name, await callInputs[name](server, caller), caller);
    if (status !== 200) refused.set(name, (body as { code: string }).code);
  }
  expect(Object.fromEntries(refused)).toEqual({
    create_first_admin: 'already_signed_in',
    delete_account: 'admin_account',
    submit_application: 'already_seller',
  });

  await startWorkers(server.platform, workers);
  await server.platform.jobs.enqueueNow(nightly, {});
  const state = async () => (await sql`select state from jobs.job where name = 'nightly'`.execute(server.db)).rows;
  await expect.poll(state).toEqual([{ state: 'completed' }]);
});

test('an empty database of unusual settings is filled, backed up and restored, and the doctor finds nothing', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-settings-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const databaseUrl = await bringUnusual(await createTestDatabase('template1'), 'the database');
  const server = await startTestServer({ databaseUrl, logLevel: 'fatal' });
  await buildPost(server, { description: 'Tab\t, \\garis\\N, "kutip", 🍛 dan é', images: [] });
  const expected = await contentsOf(server.db);
  const from = { DATABASE_URL: databaseUrl, LAPAU_DATA: server.platform.config.dataFolder };
  const file = path.join(folder, 'village.tar');
  await backUp(from, file);
  expect((await examine(from, 60_000)).filter(({ state, check }) => state !== 'ok' && check === 'database')).toEqual([
    // the suite's server is set up for speed, and the doctor says so
    expect.objectContaining({ text: expect.stringMatching(/^fsync and full_page_writes are off/) }),
    expect.objectContaining({ text: expect.stringMatching(/^autovacuum is off/) }),
  ]);

  const target = await bringUnusual(await createTestDatabase('template1'), 'the database');
  await restore({ DATABASE_URL: target, LAPAU_DATA: path.join(folder, 'restored') }, file);
  expect(await contentsOf(openUntilEnd(target))).toEqual(expected);
});

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

/** As PostgreSQL shows them. */
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
  await sql`select similarity('a', 'b')`.execute(db); // settings of an extension are listed once it is loaded
  const names = [...Object.keys(relied), ...Object.keys(ofOperator), 'application_name'];
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${names})`.execute(db);
  const ofSome = sql<{ setting: string | null }>`
    select coalesce(nullif(current_setting(name, true), '0'), '') as setting
    from unnest('{transaction_timeout,restrict_nonsystem_relation_kind}'::text[]) name`;
  expect((await ofSome.execute(db)).rows).toEqual([{ setting: '' }, { setting: '' }]);
  return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
}
