import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/server.ts';
import { createLog } from '../log/log.ts';
import { allowSlowStatements, openDatabase } from './database.ts';

// The pool has one connection, because PostgreSQL lists prepared statements per connection.
const lines: object[] = [];
const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line) as object) });
const { db, query, queryPlanned, close } = openDatabase(await createTestDatabase(), log, 1);
afterAll(close);

const preparedStatements = async () =>
  (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map(
    ({ statement }) => statement,
  );

test('statements with values are prepared, those of the query builder too', async () => {
  const built = db.selectFrom('posts').select('id').where('id', '=', crypto.randomUUID());
  const [named, planned] = ['select $1::int as named', 'select $1::int as planned'];
  for (let run = 0; run < 2; run += 1) {
    await built.execute();
    await db.transaction().execute((tx) => sql`select ${run}::int as in_transaction`.execute(tx));
    await query(named, [run]);
    await queryPlanned(planned, [run]);
  }
  const prepared = await preparedStatements();
  expect(prepared.toSorted()).toEqual([built.compile().sql, named, 'select $1::int as in_transaction'].toSorted());
});

test('a text of several statements runs, and is not prepared', async () => {
  const before = await preparedStatements();
  await sql.raw('select 1; select 2').execute(db);
  expect(await preparedStatements()).toEqual(before);
});

test('a slow statement is logged by its beginning, without its values; one that may be slow is not', async () => {
  const values = ['a value of a person'];
  await query(`select pg_sleep(0.6),\n  $1::text as text, '${'x'.repeat(200)}' as rest`, values);
  await query('select $1::text as quick', values);
  await db.transaction().execute(async (tx) => {
    await allowSlowStatements(tx);
    await sql`select pg_sleep(0.6), ${values[0]}::text`.execute(tx);
  });
  // On a machine that stands still other statements may be slow as well.
  expect(lines.filter((line) => JSON.stringify(line).includes('pg_sleep'))).toMatchObject([
    {
      msg: 'a slow statement',
      statement: expect.stringMatching(/^select pg_sleep\(0\.6\), \$1::text as text, 'x{70,90}$/),
      tookMs: expect.any(Number),
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain(values[0]);
});

test('the error that ends a connection is told, and not that its transaction cannot be rolled back any more', async () => {
  const cut = db.transaction().execute((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
  await expect(cut).rejects.toMatchObject({ code: '57P01' });
  expect(await query('select $1::int as answer', [1])).toEqual([{ answer: 1 }]);
});

test.each<[string, () => Promise<unknown>]>([
  ['a statement', () => query('delete from posts where id = $1', [crypto.randomUUID()])],
  ['a planned statement', () => queryPlanned('delete from posts where id = $1', [crypto.randomUUID()])],
  ['a built statement', () => db.deleteFrom('posts').where('id', '=', crypto.randomUUID()).execute()],
  ['a transaction', () => db.transaction().execute((tx) => tx.deleteFrom('posts').execute())],
])('the connection of %s that a read-only database has refused is not lent again', async (_, write) => {
  await sql`set default_transaction_read_only = on`.execute(db);
  await expect(write()).rejects.toThrow(/read-only transaction|Connection terminated/);
  expect(await query('select $1::int as answer', [1])).toEqual([{ answer: 1 }]);
});
