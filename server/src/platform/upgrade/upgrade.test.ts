import { randomUUID } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import { openDatabase } from '../database/database.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { createLog } from '../log/log.ts';
import { programFolder } from '../process/program-folder.ts';
import { inspectSchema } from './inspect-database.ts';
import { ensureMigrated, knownMigrations, migrate } from './migrate.ts';

// These tests run a release on the schema of the next one (D92).

const own = path.join(programFolder, 'server/src/migrations');
const newest = (await knownMigrations()).at(-1)?.slice(0, 4) ?? '';

/** Makes the release after this one, which has one more migration and another text of a view. */
async function nextRelease({ runsWith = newest, more = '' } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-release-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(own, folder, { recursive: true });
  await writeFile(
    path.join(folder, '9000_posts_spice.sql'),
    `-- runs with: ${runsWith}\nalter table posts add spice text not null default '';\n${more}`,
  );
  await appendFile(
    path.join(folder, 'repeatable/posts.sql'),
    '\ncreate view spiced_posts as select id, spice from posts;\n',
  );
  return { folder, version: '999.1.0' };
}

function open(url: string) {
  const database = openDatabase(url, createLog('fatal'), 2);
  onTestFinished(() => database.close());
  return database.db;
}

const views = async (db: ReturnType<typeof open>) => {
  const { rows } = await sql<{ view: string }>`
    select viewname || definition as view from pg_views where schemaname = 'public' order by 1`.execute(db);
  return rows.map(({ view }) => view);
};

test('a process goes on while the next release changes its tables and makes its views anew, and starts again', async () => {
  const server = await startTestServer();
  const members = await Promise.all(Array.from({ length: 4 }, () => buildMember(server)));
  const post = await buildPost(server);
  const sent: string[] = [];
  const statuses = new Map<number, number>();
  const over = new AbortController();
  const write = async (member: (typeof members)[number]) => {
    while (!over.signal.aborted) {
      const comment = { id: randomUUID(), post_id_to_comment_on: post.id, comment_content: randomUUID() };
      const answers = await Promise.all([
        server.rawCall('add_comment', comment, member),
        server.rawCall('get_feed', {}, member),
        server.rawCall('get_post_details', { p_post_id: post.id }, member),
      ]);
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (answers[0].status === 200) sent.push(comment.id);
    }
  };
  const writing = Promise.all(members.map(write));
  /** Waits until two more writes for each member, counted together, are acknowledged. */
  const more = async () => {
    const goal = sent.length + 2 * members.length;
    await expect.poll(() => sent.length).toBeGreaterThanOrEqual(goal);
  };
  await more();
  const next = open(server.databaseUrl);
  const release = await nextRelease();
  await migrate(next, release);
  const made = await views(next);
  expect(made.filter((view) => view.startsWith('spiced_posts'))).toHaveLength(1);
  await more();
  // The older release starts again, and leaves everything as it is.
  await migrate(open(server.databaseUrl));
  expect(await views(next)).toEqual(made);
  await more();
  over.abort();
  await writing;
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  const { rows } = await sql<{ id: string }>`select id from post_comments where post_id = ${post.id}`.execute(next);
  const stored = rows.map(({ id }) => id);
  expect(stored).toEqual(expect.arrayContaining(sent));
  expect(new Set(stored).size).toBe(stored.length);
});

test('a statement that was prepared before its table got a column runs all the same, in a transaction too', async () => {
  const database = openDatabase(await createTestDatabase(), createLog('fatal'), 1);
  onTestFinished(() => database.close());
  await sql`create table dishes (name text)`.execute(database.db);
  const read = 'select * from dishes where name <> $1';
  await database.query(read, ['']);
  await sql`alter table dishes add price text`.execute(database.db);
  expect(await database.query(read, [''])).toEqual([]);
  await sql`alter table dishes add spice text`.execute(database.db);
  const inTransaction = () =>
    database.db.transaction().execute((tx) => sql`select * from dishes where name <> ${''}`.execute(tx));
  await inTransaction();
  await sql`alter table dishes add colour text`.execute(database.db);
  await expect(inTransaction()).rejects.toThrow('cached plan must not change result type');
  expect((await inTransaction()).rows).toEqual([]);
});

test('after a way back the doctor finds no fault with the schema of the next release, and what is compared can be', async () => {
  const db = open(await createTestDatabase());
  await migrate(db, await nextRelease());
  await ensureMigrated(db);
  const { applied, unknown, runsOnNewer } = await inspectSchema(db);
  expect([applied.at(-1), unknown, runsOnNewer]).toEqual(['9000_posts_spice', ['9000_posts_spice'], true]);
});

test('a release that the next one does not name is refused, and changes nothing', async () => {
  for (const runsWith of ['9000', '0000_none']) {
    const db = open(await createTestDatabase());
    await migrate(db, await nextRelease({ runsWith }));
    const made = await views(db);
    await expect(migrate(db)).rejects.toThrow(
      new StartRefused(
        'This database was made by a newer Lapau (it has 9000_posts_spice). Start that version, or restore a backup.',
      ),
    );
    expect(await views(db)).toEqual(made);
    await expect(ensureMigrated(db)).rejects.toThrow('The database is of another version of Lapau.');
    expect((await inspectSchema(db)).runsOnNewer).toBe(false);
  }
});

test('of two releases with the same tables, the older one leaves the views of the newer', async () => {
  const db = open(await createTestDatabase());
  const release = await nextRelease();
  await rm(path.join(release.folder, '9000_posts_spice.sql'));
  await writeFile(
    path.join(release.folder, 'repeatable/posts.sql'),
    await readFile(path.join(own, 'repeatable/posts.sql')),
  );
  await appendFile(
    path.join(release.folder, 'repeatable/posts.sql'),
    '\ncreate view spiced_posts as select id from posts;\n',
  );
  await migrate(db, release);
  await migrate(db);
  expect((await views(db)).filter((view) => view.startsWith('spiced_posts'))).toHaveLength(1);
});

/** The last migration before 1.0: later ones add things, and remove only what no release in use has. */
const lastOfBefore = '0320';
const contracting =
  /\bdrop (?:table|column)\b|\brename\b|\balter (?:column )?\w+ (?:set data )?type\b|\bset not null\b|\badd (?:column )?\w+ [^;,]*\bnot null\b(?![^;,]*\bdefault\b)/i;

test('each migration has a number of its own, as a release says by one which others it runs with', async () => {
  const numbers = (await knownMigrations()).map((name) => name.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('no migration after 1.0 takes away what the release before uses', async () => {
  const files = (await readdir(own)).filter((file) => file.endsWith('.sql') && file.slice(0, 4) > lastOfBefore);
  for (const file of files) {
    const text = await readFile(path.join(own, file), 'utf8');
    const statements = text.replaceAll(/--.*$/gm, '');
    const saysSince = /^-- unused since: \d+\.\d+\.\d+$/m.test(text);
    expect(!contracting.test(statements) || saysSince, `${file}: see CONTRIBUTING.md, 'A migration'`).toBe(true);
    if (!saysSince) expect(text, `${file} says '-- runs with: NNNN'`).toMatch(/^-- runs with: \d{4}$/m);
  }
});

test.each([
  ['alter table posts drop column spice', true],
  ['alter table posts rename column spice to heat', true],
  ['alter table posts alter column spice type int', true],
  ['alter table posts alter spice set not null', true],
  ['alter table posts add column spice text not null', true],
  ["alter table posts add column spice text not null default ''", false],
  ['alter table posts add spice text', false],
  ['create table spices (id uuid primary key, name text not null)', false],
])('%s contracts: %s', (statement, contracts) => {
  expect(contracting.test(statement)).toBe(contracts);
});
