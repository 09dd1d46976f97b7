import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../testing/server.ts';
import { openDatabase } from '../database/database.ts';
import type { Db } from '../database/database.ts';
import { openLongConnection } from '../database/long-connection.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { createLog } from '../log/log.ts';
import { keepSchema, migrate } from './migrate.ts';
import { refusalOf } from './refuse-database.ts';

const empty = await createTestDatabase('template1');
const racing = await createTestDatabase('template1');
const newer = await createTestDatabase();

function open(url: string): Db {
  const database = openDatabase(url, createLog('fatal'));
  onTestFinished(() => database.close());
  return database.db;
}
/** Describes every table, column, index, constraint, function, trigger and view as text. */
const shape = async (db: Db) => {
  const { rows } = await sql<{ thing: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, collation_name) as thing
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace
    union all select viewname || definition from pg_views where schemaname = 'public'
    order by 1`.execute(db);
  return rows.map(({ thing }) => thing);
};

test('an empty database is migrated, and a second run changes nothing', async () => {
  const db = open(empty);
  await migrate(db);
  const first = await shape(db);
  expect(first.length).toBeGreaterThan(200);
  await migrate(db);
  expect(await shape(db)).toEqual(first);
});

test('processes that start at once wait for the first', async () => {
  const processes = [open(racing), open(racing), open(racing)];
  await Promise.all(processes.map((db) => migrate(db)));
  expect(await shape(processes[0]!)).toEqual(await shape(open(newer)));
});

test('a database migrated by a newer program is refused with the name of the migration, and not changed', async () => {
  const db = open(newer);
  await sql`insert into schema_migrations (name, timestamp) values ('9999_tomorrow', '2099-01-01')`.execute(db);
  const before = await shape(db);
  await expect(migrate(db)).rejects.toThrow(
    new StartRefused(
      'This database was made by a newer Lapau (it has 9999_tomorrow). Start that version, or restore a backup.',
    ),
  );
  expect(await shape(db)).toEqual(before);
});

test('views, functions and triggers are made anew when their text differs, and none of the former is left', async () => {
  const db = open(await createTestDatabase());
  const before = await shape(db);
  const former = `
create view former_posts as select id, user_id from posts;
create function former() returns trigger language plpgsql as $$ begin return new; end $$;
create trigger former before update of food_name on posts for each row execute function former();`;
  await sql.raw(`${former} drop view feed_posts; create view feed_posts as select 1 as id`).execute(db);
  await sql`update schema_migrations_repeatable set made = made || ${former}`.execute(db);
  await migrate(db);
  expect(await shape(db)).toEqual(before);
});

describe('a database of before the migrations began anew', () => {
  /** Makes the tables of 0200 and the files up to 0300, and notes the earlier migrations that had made them. */
  async function openAsOf(newest: string, more = ''): Promise<Db> {
    const db = open(await createTestDatabase('template1'));
    const folder = path.join(import.meta.dirname, '../../migrations');
    const files = (await readdir(folder)).filter((file) => file.endsWith('.sql') && file < '0300').toSorted();
    for (const file of files) await sql.raw(await readFile(path.join(folder, file), 'utf8')).execute(db);
    await sql.raw(more).execute(db);
    await sql`create table schema_migrations (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(
      db,
    );
    await sql`insert into schema_migrations values ('0001_people', '2024-01-01'), (${newest}, '2024-01-01')`.execute(
      db,
    );
    return db;
  }
  const fixture = path.join(import.meta.dirname, '../../testing/schema-0128.sql');

  test('is taken over as it is when it had the last migration of then', async () => {
    // These are like its views and triggers of then, which the program does not know.
    const derived = `create view visible_people as select id from profiles;
      create function give_short_code() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger warungs_give_short_code before insert on warungs for each row execute function give_short_code();`;
    const db = await openAsOf('0162_stall_numbers', derived);
    await migrate(db);
    expect(await shape(db)).toEqual(await shape(open(await createTestDatabase())));
    await migrate(db);
  });

  test('gets what it lacks when it had 0128_id_order, and keeps its rows', async () => {
    const db = await openAsOf('0128_id_order', await readFile(fixture, 'utf8'));
    await migrate(db);
    expect(await shape(db)).toEqual(await shape(open(await createTestDatabase())));
    const { rows } = await sql`
      select full_name as name, admin_since is not null as "isAdmin", admin_until is not null as "wasAdmin",
        is_removed as "isRemoved", (select short_code = 'aaaaaaaa' from warungs where warungs.id = profiles.id) as "hasOldAddress"
      from profiles order by id`.execute(db);
    expect(rows).toEqual([
      { name: 'Upik', isAdmin: false, wasAdmin: false, isRemoved: false, hasOldAddress: true },
      { name: 'Buyung', isAdmin: false, wasAdmin: false, isRemoved: false, hasOldAddress: false },
      { name: 'Rosna', isAdmin: true, wasAdmin: false, isRemoved: false, hasOldAddress: null },
      { name: 'Zainal', isAdmin: false, wasAdmin: true, isRemoved: true, hasOldAddress: null },
    ]);
    expect(await db.selectFrom('posts').select('food_name').execute()).toEqual([{ food_name: 'Rendang' }]);
    expect(await db.selectFrom('blocks').select('blocked_name').execute()).toEqual([{ blocked_name: 'Warung Upik' }]);
    const words = await db.selectFrom('search_words').select('word').orderBy('word').execute();
    expect(words.map(({ word }) => word)).toEqual(['buyung', 'rendang', 'upik', 'warung']);
    const [signUp] = await db.selectFrom('pending_sign_ups').select(['id', 'sign_up_key']).execute();
    expect(signUp?.sign_up_key).toBe(signUp?.id);
    const spelling = sql<{
      many: number;
    }>`select count(*)::int as many from spellings where '{cendol,nanas,sala}' && alike`;
    expect((await spelling.execute(db)).rows).toEqual([{ many: 3 }]);
  });

  test('is refused when it is older, and not changed', async () => {
    const db = await openAsOf('0127_admin_lists');
    const before = await shape(db);
    await expect(migrate(db)).rejects.toThrow(
      new StartRefused(
        'This database was last opened by a Lapau that is too old (its newest migration is 0127_admin_lists). Start the ' +
          'version whose newest migration is 0162_stall_numbers with it once, then this one.',
      ),
    );
    expect(await shape(db)).toEqual(before);
  });
});

test('a server older than PostgreSQL 15 is refused with its version', () => {
  expect(refusalOf({ number: 140_012, version: '14.12 (Debian 14.12-1)', encoding: 'UTF8' })).toBe(
    'Lapau needs PostgreSQL 15 or newer; this server is 14.12 (Debian 14.12-1).',
  );
  for (const number of [150_000, 180_004])
    expect(refusalOf({ number, version: 'new', encoding: 'UTF8' })).toBeUndefined();
});

test('of a migration that fails the first error is told, not one of what follows it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(path.join(import.meta.dirname, '../../migrations'), folder, { recursive: true });
  await writeFile(path.join(folder, '9000_fails.sql'), 'select 1 / 0;');
  const failing = open(await createTestDatabase('template1'));
  await expect(migrate(failing, { folder, version: '9.0.0' })).rejects.toMatchObject({ code: '22012' });
});

test('of what is done while the schema is kept the first error is told', async () => {
  const connection = await openLongConnection(await createTestDatabase());
  onTestFinished(connection.close);
  const failing = keepSchema(connection.db, async () => {
    await connection.client.query('begin');
    await connection.client.query('select 1 / 0');
  });
  await expect(failing).rejects.toMatchObject({ code: '22012' });
});

test('ids are UUIDv7 in the order they are made, also within a transaction, on every engine', async () => {
  const ids = await open(newer)
    .transaction()
    .execute(async (db) => {
      const made: string[] = [];
      while (made.length < 100) {
        const { rows } = await sql<{ id: string }>`select uuidv7() as id`.execute(db);
        made.push(...rows.map(({ id }) => id));
      }
      return made;
    });
  expect(ids.toSorted()).toEqual(ids);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(Math.abs(parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000);
});
