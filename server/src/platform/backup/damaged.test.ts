import { beforeAll, expect, test } from 'vitest';
import { backUp, buildVillage, inPieces, openEmptyStore, restoreInto, sourceOf } from '../../testing/backups.ts';
import { archiveOf, entriesOf, saidOf, withHeader, withManifest } from '../../testing/hostile-archives.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import { checkArchive } from './check.ts';

const server = await startTestServer();
await buildVillage(server);
const databaseUrl = await createTestDatabase('template1');
const restored = async (archive: Buffer) => restoreInto({ databaseUrl, files: await openEmptyStore() }, archive);
const refusal = /^(?:The backup is damaged|This is not a backup|This backup was made)/;
let backup: Buffer;
let small: Buffer;
beforeAll(async () => {
  backup = await backUp(sourceOf(server));
  small = await makeSmall();
});

/** A backup of some kB, with a table, jobs and a photo. */
async function makeSmall(): Promise<Buffer> {
  const entries = await entriesOf(backup);
  const photo = entries.find(({ name }) => /^files\/posts\/.*\.320\.webp$/.test(name));
  const kept = entries.filter((one) => one === photo || /^(?:lapau-backup|manifest|rows\/likes|jobs)\b/.test(one.name));
  const withOneTable = withHeader(kept, (header) => ({
    ...header,
    tables: header.tables.filter(({ name }) => name === 'likes'),
    migrations: ['0001_first'],
  }));
  const files = { count: 1, bytes: photo?.bytes.length };
  return archiveOf(
    withManifest(withOneTable, ({ rows: { likes }, ...rest }) => ({ ...rest, rows: { likes }, files, sequences: [] })),
  );
}

test('cut off at any byte, it is one sentence', async () => {
  expect(await saidOf(checkArchive(inPieces(small)))).toBe('whole');
  for (let length = 0; length < small.length; length += 1)
    expect(await saidOf(checkArchive(inPieces(small.subarray(0, length)))), `${length} bytes`).toMatch(refusal);
});

test('with another bit at any place, it is one sentence, or the same backup', async () => {
  const expected = await checkArchive(inPieces(small));
  for (let at = 0; at < small.length; at += 1) {
    const changed = Buffer.from(small);
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
    const read = checkArchive(inPieces(changed));
    const said = await saidOf(read);
    if (said === 'whole') expect(await read, `byte ${at}`).toEqual(expected);
    else expect(said).toMatch(refusal);
  }
});

test('a restore of one that is cut off or has another byte is one sentence', async () => {
  const places = Array.from({ length: 12 }, (_, index) => Math.floor(((index + 0.5) * backup.length) / 12));
  for (const at of places) {
    expect(await saidOf(restored(backup.subarray(0, at))), `cut at ${at}`).toMatch(refusal);
    const changed = Buffer.from(backup);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    // If nothing depends on the byte, as in padding, a restore would succeed and fill the database, so it is not tried.
    if ((await saidOf(checkArchive(inPieces(changed)))) !== 'whole')
      expect(await saidOf(restored(changed)), `changed at ${at}`).toMatch(refusal);
  }
});
