import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { featureParts } from '../../app.ts';
import { backUp } from '../../operations/backup.ts';
import { moveDatabase } from '../../operations/move.ts';
import { restore } from '../../operations/restore.ts';
import { contentsOf, openUntilEnd } from '../../testing/backups.ts';
import { buildMember, buildPost } from '../../testing/builders.ts';
import { startBundledEngine } from '../../testing/engines.ts';
import { withDatabase } from '../../testing/global-setup.ts';
import { startTestServer } from '../../testing/server.ts';
import { readConfig } from '../config/config.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { openJobs } from '../jobs/jobs.ts';
import { createLog } from '../log/log.ts';
import { openPlatform } from '../platform.ts';
import { refusalIn } from '../start/start-failures.ts';
import { waitForDatabase } from '../start/wait-for-database.ts';
import { migrateInside } from './migrate.ts';

const engine = await startBundledEngine({}, 'fatal');
afterAll(engine.stop);
const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-refused-'));
afterAll(() => rm(dataFolder, { recursive: true }));

async function asSuperuser(database: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client(withDatabase(engine.superuserUrl, database));
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Makes a database of that name. @param rest the end of the statement `create database` */
async function makeDatabase(name: string, rest = 'owner lapau'): Promise<string> {
  await asSuperuser('postgres', `create database ${name} ${rest}`);
  return withDatabase(engine.url, name);
}

/** Starts on a database. @returns the error; undefined when it succeeds */
async function startOn(url: string): Promise<unknown> {
  const log = createLog('silent');
  const config = { ...readConfig({}, 'start'), dataFolder: path.join(dataFolder, new URL(url).pathname) };
  try {
    const platform = await waitForDatabase(url, () => openPlatform(config, log, url, featureParts), log);
    await platform.close();
    return undefined;
  } catch (error) {
    return error;
  }
}

test.each(['SQL_ASCII', 'LATIN1'])('a database in %s is refused', async (encoding) => {
  const name = encoding.toLowerCase();
  const url = await makeDatabase(name, `owner lapau encoding '${encoding}' locale 'C' template template0`);
  const refusal = new StartRefused(
    `Lapau needs a database whose encoding is UTF8; this one's is ${encoding}. Make one with: create database … encoding 'UTF8' ` +
      'template template0; rows of an earlier Lapau come into it by "lapau move --to-database".',
  );
  expect(await startOn(url)).toEqual(refusal);
});

test('the rows of a database in SQL_ASCII, which 1.0.0 took, are moved into one in UTF8', async () => {
  const url = await makeDatabase('outdated', `owner lapau encoding 'SQL_ASCII' locale 'C' template template0`);
  const db = openUntilEnd(url);
  await db.transaction().execute((tx) => migrateInside(tx));
  // The function of 1.0.0 needed no normal form of a text, which PostgreSQL has only for UTF8.
  await sql`create or replace function plain_words(names text) returns text language sql immutable strict parallel safe
    as 'select lower(names)'`.execute(db);
  const jobs = await openJobs(url, createLog('silent'), featureParts.jobs);
  await jobs.close();
  await buildPost({ db, platform: { secret: 'x', publicUrl: 'http://lapau.test' } }, { food_name: 'Kué Talam 🍛' });
  const expected = await contentsOf(db);
  await db.destroy();
  const target = await makeDatabase('in_utf8');
  const folder = path.join(dataFolder, 'outdated');
  await moveDatabase({ DATABASE_URL: url, LAPAU_DATA: folder }, target);
  expect(await contentsOf(openUntilEnd(target))).toEqual(expected);
});

test('pg_trgm in a schema of its own is found there', async () => {
  const url = await makeDatabase('elsewhere');
  await asSuperuser(
    'elsewhere',
    'create schema "Extensions"',
    'create extension pg_trgm schema "Extensions"',
    'grant usage on schema "Extensions" to lapau',
  );
  const server = await startTestServer({ databaseUrl: url, logLevel: 'fatal' });
  const dish = await buildPost(server, { food_name: 'Kampiun' });
  const found = await server.call('search_posts', { search_term: 'kampun' }, await buildMember(server));
  expect(found.posts.map(({ id }) => id)).toEqual([dish.id]);

  // A restore makes the indexes of a database whose extension was in another schema.
  const file = path.join(dataFolder, 'village.tar');
  await backUp({ DATABASE_URL: url, LAPAU_DATA: server.platform.config.dataFolder }, file);
  const target = await makeDatabase('usual');
  await restore({ DATABASE_URL: target, LAPAU_DATA: path.join(dataFolder, 'usual') }, file);
  expect(await startOn(target)).toBeUndefined();
});

test.each([
  [
    'a schema of pg_trgm that Lapau may not use',
    'closed',
    ['create schema hidden', 'create extension pg_trgm schema hidden'],
    'operator class "gin_trgm_ops" does not exist for access method "gin".\nLapau needs the extension pg_trgm',
  ],
  [
    'no right to make the extension',
    'unprivileged',
    ['alter database unprivileged owner to postgres', 'grant create on schema public to lapau'],
    'permission denied to create extension "pg_trgm"',
  ],
  [
    'a server without the extension',
    'bare',
    [`alter database bare set extension_control_path = '/missing'`],
    'extension "pg_trgm" is not available',
  ],
  [
    'no right to make tables',
    'unwritable',
    ['alter database unwritable owner to postgres'],
    'permission denied for schema public',
  ],
  [
    'triggers that the server does not run',
    'quiet',
    ['alter role lapau in database quiet set session_replication_role = replica'],
    'permission denied to set parameter "session_replication_role"',
  ],
  [
    'a table of somebody else in the way',
    'taken',
    ['create table public.profiles (id int)'],
    'relation "profiles" already exists',
  ],
])('%s is named by the first error of PostgreSQL, in one sentence', async (_what, name, statements, message) => {
  const url = await makeDatabase(name);
  await asSuperuser(name, ...statements);
  const error = await startOn(url);
  expect(error).toBeInstanceOf(StartRefused);
  expect((error as StartRefused).message).toMatch(/^The database refuses Lapau: .+\.\n.+\.$/);
  expect((error as StartRefused).message).toContain(`refuses Lapau: ${message}`);
});

test('tables of Lapau in another schema, where backups do not look, are named instead of new ones made', async () => {
  const url = await makeDatabase('schemas');
  expect(await startOn(url)).toBeUndefined();
  await asSuperuser('schemas', 'alter schema public rename to "Lapau"', 'create schema public authorization lapau');
  expect(await startOn(url)).toEqual(
    new StartRefused(
      'The tables of Lapau are in the schema "Lapau", and it uses public alone. Bring them there, as their owner: ' +
        'alter schema public rename to before; alter schema "Lapau" rename to public',
    ),
  );
  await asSuperuser('schemas', 'alter schema public rename to before', 'alter schema "Lapau" rename to public');
  expect(await startOn(url)).toBeUndefined();
});

test('a command says so too, where its statement lacks a right', async () => {
  const folder = path.join(dataFolder, 'target');
  const server = await startTestServer({ databaseUrl: await makeDatabase('source'), logLevel: 'fatal' });
  const file = path.join(dataFolder, 'source.tar');
  await backUp({ DATABASE_URL: server.databaseUrl, LAPAU_DATA: server.platform.config.dataFolder }, file);
  const url = await makeDatabase('readonly', 'owner postgres');
  const error = await restore({ DATABASE_URL: url, LAPAU_DATA: folder }, file).catch((failure: unknown) => failure);
  expect(refusalIn(error)?.message).toContain('The database refuses Lapau: permission denied for schema public.');
});
