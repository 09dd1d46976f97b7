import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import { restoreMark } from '../upgrade/marks.ts';
import { movesTable } from '../upgrade/moves.ts';
import type { Header, Manifest } from './archive.ts';
import { refusingRows } from './refused-rows.ts';

type Table = Header['tables'][number];

/**
 * The tables that no backup has, as their rows are about this database alone: its migrations, the mark of an unfinished restore, its
 * moves, and counts of limits.
 */
export const ownTables = [
  'schema_migrations',
  'schema_migrations_lock',
  'schema_migrations_repeatable',
  restoreMark,
  movesTable,
  'limit_counts',
];

/** Finds every table of Lapau with its columns, also tables that this program does not know. */
export async function findTables(db: Db): Promise<Table[]> {
  const { rows } = await sql<Table>`
    select c.relname as name, json_agg(a.attname order by a.attnum) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all(${ownTables})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by c.relname
    order by c.relname`.execute(db);
  return rows;
}

/**
 * Reads how far sequences have counted, those of identity columns included. As sequences never go back, none read after the rows is
 * behind them.
 */
export async function readSequences(db: Db): Promise<Manifest['sequences']> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by 1`.execute(
    db,
  );
  const sequences: Manifest['sequences'] = [];
  for (const { name } of rows) {
    const state = sql<{ value: string; isCalled: boolean }>`
      select last_value::text as value, is_called as "isCalled" from ${sql.id(name)}`;
    sequences.push(...(await state.execute(db)).rows.map((row) => ({ name, ...row })));
  }
  return sequences;
}

/** Sets sequences that exist; a migration since may have dropped one. */
export async function setSequences(db: Db, sequences: Manifest['sequences']): Promise<void> {
  for (const { name, value, isCalled } of sequences)
    await refusingRows(
      `sequence ${name}`,
      sql`select setval(oid::regclass, ${value}::bigint, ${isCalled}) from pg_class
        where relname = ${name} and relkind = 'S' and relnamespace = 'public'::regnamespace`.execute(db),
    );
}

/** Finds the names of everything in the database, except what extensions have brought and the mark of an unfinished restore. */
export async function findContents(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      and c.relname not in (${restoreMark}, ${movesTable})
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    union all select nspname from pg_namespace where nspname = 'jobs'
    order by 1`.execute(db);
  return rows.map(({ name }) => name);
}

/** The statements that make again what `dropChecks` has dropped. */
type Checks = { makes: string[] };

/**
 * Drops what costs time with each row, or depends on the order of the tables: foreign keys, and all indexes except those of primary
 * keys and unique constraints.
 */
export async function dropChecks(db: Db): Promise<Checks> {
  const { rows } = await sql<{ drops: string; makes: string }>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drops,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as makes, 1 as turn
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    union all
    select format('drop index %s', i.indexrelid::regclass), pg_get_indexdef(i.indexrelid), 0
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)
    order by turn`.execute(db);
  for (const { drops } of rows.toReversed()) await sql.raw(drops).execute(db);
  return { makes: rows.map(({ makes }) => makes) };
}

export async function makeChecks(db: Db, { makes }: Checks): Promise<void> {
  await sql`set local maintenance_work_mem = '128MB'`.execute(db);
  for (const make of makes) await refusingRows(undefined, sql.raw(make).execute(db));
}
