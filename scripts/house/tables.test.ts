import { expect, test } from 'vitest';
import { checkHouse } from './house.ts';
import { formatProblem } from './problem.ts';
import { sampleRepository } from './sample-repository.ts';
import type { Files } from './sample-repository.ts';

type Broken = [rule: string, change: Files, message: RegExp];

const broken: Broken[] = [
  ...(
    [
      [`a table of another feature`, `db.selectFrom('likes as l')`],
      [`a joined table of another feature`, `db.leftJoin('likes', 'a', 'b')`],
      [`one of several tables`, `db.from(['notes', 'likes'])`],
      [`an insert into another feature's table`, `db.insertInto('likes')`],
      [`a retention of another feature's table`, `deleteBatch(db, 'likes')`],
      [`a column of another feature's table`, `({ table: 'likes' })`],
      [`another feature's table in SQL`, 'sql`select 1\n from likes`'],
      [`another feature's table after a comma`, '`select 1 from notes n, likes`'],
      [`an update of another feature's table`, 'sql`update likes set n = 1`'],
    ] as const
  ).map(([rule, code]): Broken => [
    rule,
    { 'server/src/features/notifications/queries-more.ts': `export const q = (db, sql, deleteBatch) => ${code};\n` },
    /uses the table likes, which belongs to likes/,
  ]),
  [
    'a write to a view of another feature',
    { 'server/src/features/notifications/queries-more.ts': `export const q = (db) => db.deleteFrom('likers');\n` },
    /call a function of its rules\.ts$/,
  ],
  [
    'a table of the platform in a feature',
    { 'server/src/features/likes/queries-more.ts': `export const q = (db) => db.selectFrom('secrets');\n` },
    /belongs to platform: ask the platform for it/,
  ],
  [
    'a table of a feature in the platform',
    { 'server/src/platform/text/x.ts': 'export const q = `select from likes`;\n' },
    /uses the table likes/,
  ],
  [
    'a view that reads a table of another feature',
    { 'server/src/migrations/repeatable/saves.sql': '-- Both.\ncreate view both as\nselect 1 from likes;\n' },
    /saves\.sql:3 .*or read a view that it keeps in migrations\/repeatable\/likes\.sql/,
  ],
  [
    'a migration that changes a table of another feature',
    { 'server/src/migrations/0004_saves.sql': 'alter table likes add x int;' },
    /uses the table likes/,
  ],
  [
    'a table that is created twice',
    { 'server/src/migrations/0004_saves.sql': 'create table likes ();' },
    /creates the table likes a second time/,
  ],
];

test.for(broken)('%s', ([, change, message]) => {
  const files = { ...sampleRepository, ...change };
  const problems = checkHouse(Object.keys(files), (file) => files[file] ?? '').map(formatProblem);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(message);
});
