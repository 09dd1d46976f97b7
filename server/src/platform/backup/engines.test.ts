import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import {
  backUp,
  buildVillage,
  contentsOf,
  openEmptyStore,
  openUntilEnd,
  restoreInto,
  sourceOf,
} from '../../testing/backups.ts';
import { startDebianEngine } from '../../testing/engines.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import { migrate } from '../upgrade/migrate.ts';

const versionOf = async (url: string): Promise<string | undefined> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  await client.end();
  return rows[0]?.server_version;
};

test('a backup goes from PostgreSQL 18 to 15 and back, and nothing is lost on the way', async () => {
  const server = await startTestServer();
  await buildVillage(server);
  const expected = await contentsOf(server.db);

  const debian = await startDebianEngine();
  onTestFinished(debian.stop);
  const onFifteen = { databaseUrl: debian.url, files: await openEmptyStore() };
  expect(await versionOf(onFifteen.databaseUrl)).toMatch(/^15\./);
  await restoreInto(onFifteen, await backUp(sourceOf(server)));
  expect(await contentsOf(openUntilEnd(onFifteen.databaseUrl))).toEqual(expected);

  const back = { databaseUrl: await createTestDatabase('template1'), files: await openEmptyStore() };
  expect(await versionOf(back.databaseUrl)).toMatch(/^18\./);
  await restoreInto(back, await backUp(onFifteen));
  const db = openUntilEnd(back.databaseUrl);
  expect(await contentsOf(db)).toEqual(expected);
  await migrate(db);
});
