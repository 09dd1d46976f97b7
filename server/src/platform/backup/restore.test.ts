import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import {
  backUp,
  buildVillage,
  contentsOf,
  inPieces,
  openEmptyStore,
  openUntilEnd,
  restoreInto,
  rowsOf,
  sourceOf,
} from '../../testing/backups.ts';
import { buildComment, buildFile, buildMember } from '../../testing/builders.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import { allowSlowStatements } from '../database/database.ts';
import { photoNames } from '../files/paths.ts';
import { knownMigrations, makeTables, migrate } from '../upgrade/migrate.ts';

const server = await startTestServer();
const { photo } = await buildVillage(server);
let backup: Buffer;
beforeAll(async () => {
  backup = await backUp(sourceOf(server));
});

const emptyTarget = async () => ({ databaseUrl: await createTestDatabase('template1'), files: await openEmptyStore() });

test('a restore has every row, file, waiting job and number of the backup, and Lapau starts on it', async () => {
  const target = await emptyTarget();
  const { manifest, leftOut, faults } = await restoreInto(target, backup);
  expect(await contentsOf(openUntilEnd(target.databaseUrl))).toEqual(await contentsOf(server.db));
  expect({ leftOut, faults }).toEqual({ leftOut: [], faults: [] });
  expect(manifest.files.count).toBe(4);
  for (const name of photoNames(photo))
    expect(String((await target.files.read('posts', name))?.content)).toBe(`photo ${name}`);
  expect(String((await target.files.read('avatars', 'public/logo.png'))?.content)).toBe('a logo');

  const restored = await startTestServer({ databaseUrl: target.databaseUrl });
  expect(restored.platform.secret).toBe(server.platform.secret);
  const before = await restored.db.selectFrom('decisions').select('number').execute();
  await restored.db
    .insertInto('decisions')
    .values({ subject_type: 'user', subject_id: crypto.randomUUID(), action: 'lift', decided_by_name: 'Admin' })
    .execute();
  const after = await restored.db.selectFrom('decisions').select('number').execute();
  expect(Math.max(...after.map(({ number }) => number))).toBeGreaterThan(
    Math.max(...before.map(({ number }) => number)),
  );
});

test('it has the same indexes, constraints, functions and triggers as a database that was always there', async () => {
  const target = await emptyTarget();
  await restoreInto(target, backup);
  const shape = async (url: string) => {
    const { rows } = await sql`
      select indexdef as thing from pg_indexes where schemaname = 'public'
      union all select conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated from pg_constraint where connamespace = 'public'::regnamespace
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select proname || prosrc from pg_proc where pronamespace = 'public'::regnamespace
      union all select viewname || definition from pg_views where schemaname = 'public'
      union all select tablename from pg_tables where schemaname = 'public'
      order by 1`.execute(openUntilEnd(url));
    return rows;
  };
  expect(await shape(target.databaseUrl)).toEqual(await shape(server.databaseUrl));
});

test('what is written while a backup is made is not in it, and a file that is deleted meanwhile is told', async () => {
  const busy = await startTestServer();
  const { photo: gone } = await buildVillage(busy);
  const lost = await buildFile(busy);
  const before = await rowsOf(busy.db);
  let isFirst = true;
  const bytes = await backUp(sourceOf(busy), async () => {
    if (!isFirst) return;
    isFirst = false; // the moment of the backup has passed when its first bytes are written
    await buildComment(busy);
    await busy.db.deleteFrom('posts').execute();
    await busy.db.deleteFrom('files').where('path', '=', gone).execute();
    await busy.platform.files.remove('posts', photoNames(gone));
  });
  expect(isFirst).toBe(false);
  const target = await emptyTarget();
  const { manifest } = await restoreInto(target, bytes);
  expect(await rowsOf(openUntilEnd(target.databaseUrl))).toEqual(before);
  expect(manifest.deletedMeanwhile).toEqual({ count: 1, names: [`posts/${gone}`] });
  expect(manifest.missing.names).toContain(`posts/${lost.path}`);
  expect(await busy.db.selectFrom('posts').select('id').execute()).toEqual([]);
});

test('a target with rows or files is refused and left as it is', async () => {
  const other = await startTestServer();
  await buildMember(other);
  const before = await contentsOf(other.db);
  await expect(restoreInto(sourceOf(other), backup)).rejects.toThrow('The database is not empty: it has');
  expect(await contentsOf(other.db)).toEqual(before);

  const target = await emptyTarget();
  await target.files.put('posts', 'somebody/photo.webp', Buffer.from('a photo'));
  await expect(restoreInto(target, backup)).rejects.toThrow(
    'The place for files is not empty: it has posts/somebody/photo.webp. A restore never overwrites.',
  );
  await migrate(openUntilEnd(target.databaseUrl)); // migrate would refuse a database that is marked as unfinished
});

test('after a restore that ends in the middle a start is refused, and another restore begins anew', async () => {
  const target = await emptyTarget();
  const db = openUntilEnd(target.databaseUrl);
  async function* ending() {
    yield* inPieces(backup.subarray(0, -4_096));
    await expect(migrate(db)).rejects.toThrow('A restore into this database has not ended.');
    await expect(restoreInto(target, backup)).rejects.toThrow('Another restore into this database is under way.');
    throw new Error('the power failed');
  }
  await expect(restoreInto(target, ending())).rejects.toThrow('the power failed');
  await expect(migrate(db)).rejects.toThrow('A restore into this database has not ended.');
  await target.files.put('posts', 'somebody/other.webp', Buffer.from('of somebody else'));
  await restoreInto(target, backup);
  expect(await contentsOf(db)).toEqual(await contentsOf(server.db));
  expect(await target.files.find('posts', 'somebody/other.webp')).toBeDefined();
  await migrate(db);
});

test('a backup of an older schema is brought up to date', async () => {
  const databaseUrl = await createTestDatabase('template1');
  const db = openUntilEnd(databaseUrl);
  const known = await knownMigrations();
  await db.transaction().execute(async (tx) => {
    await allowSlowStatements(tx);
    await makeTables(
      tx,
      known.filter((name) => name < '0300'),
    );
  });
  await sql`insert into profiles (full_name, email) values ('Upik', 'upik@lapau.test')`.execute(db);
  const older = await backUp({ databaseUrl, files: await openEmptyStore() });
  const target = await emptyTarget();
  await restoreInto(target, older);
  const restored = openUntilEnd(target.databaseUrl);
  expect(await restored.selectFrom('profiles').select(['full_name', 'version']).execute()).toEqual([
    { full_name: 'Upik', version: 1 },
  ]);
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(restored);
  expect(rows.map(({ name }) => name)).toEqual(known);
  expect(await restored.selectFrom('spellings').select('id').execute()).toEqual(
    await db.selectFrom('spellings').select('id').execute(),
  );
});

test('a backup of a newer schema is refused with the names of its migrations, and nothing is done', async () => {
  const newer = await startTestServer();
  await sql`insert into schema_migrations (name, timestamp) values ('9999_tomorrow', '2099-01-01')`.execute(newer.db);
  const bytes = await backUp(sourceOf(newer));
  const target = await emptyTarget();
  await expect(restoreInto(target, bytes)).rejects.toThrow(
    'This backup was made by another Lapau, 1.2.3, whose database has 9999_tomorrow.',
  );
  await migrate(openUntilEnd(target.databaseUrl));
});
