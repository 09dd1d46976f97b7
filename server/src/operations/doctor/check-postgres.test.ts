import { open } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { startBundledEngine } from '../../testing/engines.ts';
import { checkPostgres } from './check-postgres.ts';

// This file has a PostgreSQL of its own, because most of the settings that it changes are those of a whole server.
const engine = await startBundledEngine({ autovacuum: 'on', wal_init_zero: 'off', wal_recycle: 'off' });
const { db, close } = openDatabase(engine.superuserUrl, createLog('silent'), 1);
afterAll(async () => {
  await close();
  await engine.stop();
});

const run = (statement: string) => sql.raw(statement).execute(db);
const valueOf = async (expression: string) =>
  (await sql<{ value: string }>`select ${sql.raw(expression)}::text as value`.execute(db)).rows[0]?.value ?? '';
const undo = (...statements: string[]) =>
  onTestFinished(async () => {
    for (const statement of statements) await run(statement);
  });
const found = async () => (await checkPostgres(db)).map(({ state, text, mend }) => `${state}: ${text} → ${mend}`);

/** Changes a setting of the whole server until the test ends. */
async function set(name: string, value: string): Promise<void> {
  const before = await valueOf(`current_setting('${name}')`);
  const change = async (to: string) => {
    await run(`alter system set ${name} = '${to}'`);
    await run('select pg_reload_conf()');
    await expect.poll(() => valueOf(`current_setting('${name}')`), { timeout: 30_000 }).toBe(to);
  };
  await change(value);
  onTestFinished(() => change(before));
}

test('a PostgreSQL that is well is not mentioned', async () => {
  expect(await found()).toEqual([]);
});

test('the damage that checksums find is an error', async () => {
  await run('create extension pg_buffercache');
  await run('create table damaged as select 1 as one');
  await run('checkpoint');
  await run("select pg_buffercache_evict_relation('damaged')");
  undo('drop table damaged', 'drop extension pg_buffercache', 'select pg_stat_reset()');
  const file = path.join(
    await valueOf("current_setting('data_directory')"),
    await valueOf("pg_relation_filepath('damaged')"),
  );
  await using handle = await open(file, 'r+');
  await handle.write('damage', 4_000);
  await expect(run('select * from damaged')).rejects.toThrow('invalid page');
  await expect
    .poll(found, { timeout: 60_000 })
    .toEqual([
      expect.stringMatching(/^error: [12] damaged pages were read in postgres: .*Restore the last whole backup/),
    ]);
});

test.each(['ignore_checksum_failure', 'zero_damaged_pages'])('%s hides damage', async (name) => {
  await set(name, 'on');
  expect(await found()).toEqual([expect.stringMatching(`^warning: ${name} hides damage → Turn it off`)]);
});

test('what autovacuum needs is told when it is off, as autovacuum itself is', async () => {
  await set('track_counts', 'off');
  expect(await found()).toEqual([expect.stringMatching('^warning: track_counts is off: tables grow')]);
});

test('a table that is excluded from cleaning is named', async () => {
  await run('create table "Kept as it is" () with (autovacuum_enabled = false)');
  undo('drop table "Kept as it is"');
  expect(await found()).toEqual([
    'warning: autovacuum is off for public."Kept as it is": it grows → ALTER TABLE public."Kept as it is" RESET (autovacuum_enabled);',
  ]);
});

test('an index that was not built to its end is named, and the left-over of a rebuilt one', async () => {
  await run('create table twice as select 1 as one from generate_series(1, 2)');
  undo('drop table twice');
  await expect(run('create unique index concurrently one_once on twice (one)')).rejects.toThrow('one_once');
  expect(await found()).toEqual([
    'warning: the index public.one_once is not valid, and speeds nothing up → REINDEX INDEX CONCURRENTLY public.one_once;',
  ]);
  await run('alter index one_once rename to one_once_ccnew1');
  expect(await found()).toEqual([expect.stringContaining('→ DROP INDEX public.one_once_ccnew1;')]);
});

test('another collation than the one that the indexes were made with is told', async () => {
  await run(
    "create database sorted template template0 locale 'C.UTF-8' locale_provider builtin builtin_locale 'C.UTF-8'",
  );
  const url = new URL(engine.superuserUrl);
  url.pathname = '/sorted';
  const sorted = openDatabase(url.href, createLog('silent'), 1);
  undo('drop database sorted');
  onTestFinished(sorted.close);
  expect(await checkPostgres(sorted.db)).toEqual([]);
  await run("update pg_database set datcollversion = '0' where datname = 'sorted'");
  expect(await checkPostgres(sorted.db)).toMatchObject([
    {
      state: 'warning',
      text: expect.stringContaining('(collation 0, now 1)'),
      mend: expect.stringContaining('REINDEX'),
    },
  ]);
});

test.each([
  [1.3e9, /^warning: the oldest transaction of the database template1 is 1\.3 billion old, of 2\.1 at most/],
  [2.12e9, /^error: the oldest transaction of the database template1 is 2\.1 billion old: soon no writes are taken/],
])('a transaction that is %d old is told', async (age, text) => {
  const column = await valueOf("(select datfrozenxid from pg_database where datname = 'template1')");
  const oldest = (Number(await valueOf('txid_current()')) - age + 2 ** 32) % 2 ** 32;
  undo(`update pg_database set datfrozenxid = '${column}' where datname = 'template1'`);
  await run(`update pg_database set datfrozenxid = '${oldest}' where datname = 'template1'`);
  expect(await found()).toEqual([expect.stringMatching(text)]);
});

test('a replication slot that nobody reads is named by what it keeps, and once that is lost', async () => {
  await run("select pg_create_physical_replication_slot('standby', true)");
  undo("select pg_drop_replication_slot('standby')");
  expect(await found()).toEqual([]);
  for (let kept = 0; kept < 1.1e9;) {
    await run("select pg_logical_emit_message(false, 'lapau', 'x')");
    await run('select pg_switch_wal()');
    kept = Number(await valueOf('(select pg_current_wal_lsn() - restart_lsn from pg_replication_slots)'));
  }
  expect(await found()).toEqual([
    expect.stringMatching(
      /^warning: the replication slot standby keeps 1\.1 GB of the journal on the disk → Start what reads it, or: SELECT pg_drop_replication_slot\('standby'\);$/,
    ),
  ]);
  await set('max_slot_wal_keep_size', '32MB');
  await run('checkpoint');
  expect(await found()).toEqual([
    expect.stringMatching(/^warning: what the replication slot standby is kept for is lost/),
  ]);
});
