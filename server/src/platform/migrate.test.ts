import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../testing/server.ts';
import { openDatabase } from './database.ts';
import type { Db } from './database.ts';
import { createLog } from './log.ts';
import { migrate, refusalOf } from './migrate.ts';
import { StartRefused } from './start-refused.ts';

const empty = await createTestDatabase('template1');
const racing = await createTestDatabase('template1');
const newer = await createTestDatabase();

function open(url: string): Db {
  const database = openDatabase(url, createLog('fatal'));
  onTestFinished(() => database.close());
  return database.db;
}
/** Every table, column, index, constraint, function and trigger, as text. */
const shape = async (db: Db) => {
  const { rows } = await sql<{ thing: string }>`
    select table_name || '.' || column_name || ' ' || data_type || ' ' || coalesce(column_default, '') as thing
      from information_schema.columns where table_schema = 'public'
    union all select indexdef from pg_indexes where schemaname = 'public'
    union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select prosrc from pg_proc where pronamespace = 'public'::regnamespace
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

test('a server older than PostgreSQL 15 is refused with its version', () => {
  expect(refusalOf({ number: 140_012, name: '14.12 (Debian 14.12-1)' })).toBe(
    'Lapau needs PostgreSQL 15 or newer; this server is 14.12 (Debian 14.12-1).',
  );
  for (const number of [150_000, 180_004]) expect(refusalOf({ number, name: 'new' })).toBeUndefined();
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
