import { beforeAll, expect, test } from 'vitest';
import { backUp, buildVillage, inPieces, openEmptyStore, restoreInto, sourceOf } from '../../testing/backups.ts';
import {
  archiveOf,
  bomb,
  entriesOf,
  saidOf,
  withEntry,
  withHeader,
  withManifest,
  withRows,
  withSum,
} from '../../testing/hostile-archives.ts';
import type { HostileEntry } from '../../testing/hostile-archives.ts';
import { createTestDatabase, startTestServer } from '../../testing/server.ts';
import { checkArchive } from './check.ts';
import { tarEntry } from './tar.ts';

const server = await startTestServer();
await buildVillage(server);
let backup: Buffer;
let entries: HostileEntry[];
const databaseUrl = await createTestDatabase('template1');
const restored = async (archive: Buffer) => restoreInto({ databaseUrl, files: await openEmptyStore() }, archive);
beforeAll(async () => {
  backup = await backUp(sourceOf(server));
  entries = await entriesOf(backup);
});

type Change = (entries: HostileEntry[]) => HostileEntry[];
const header =
  (change: Parameters<typeof withHeader>[1]): Change =>
  (all) =>
    withHeader(all, change);
const manifest =
  (change: Parameters<typeof withManifest>[1]): Change =>
  (all) =>
    withManifest(all, change);
const rows =
  (folder: string, change: (rows: string[]) => (string | Buffer)[]): Change =>
  (all) =>
    withRows(all, folder, change);
const columnsOf = (table: string, change: (columns: string[]) => string[]): Change =>
  header((json) => ({
    ...json,
    tables: json.tables.map((one) => (one.name === table ? { ...one, columns: change(one.columns) } : one)),
  }));
const renamed =
  (from: RegExp, name: string, type = '0'): Change =>
  (all) =>
    all.map((entry) => (from.test(entry.name) ? { ...entry, name, type } : entry));
const first = /^files\/posts\/.*\.320\.webp$/;
const swapped =
  (one: string, other: string): Change =>
  (all) => {
    const [a, b] = [one, other].map((name) => all.find((entry) => entry.name === name) as HostileEntry);
    return all.map((entry) => (entry === a ? b : entry === b ? a : entry) as HostileEntry);
  };

// A check of the archive alone finds these faults without a database, and a restore says the same of them.
const found: [what: string, change: Change, says: RegExp][] = [
  [
    'a header that is no JSON',
    (all) => withEntry(all, 'lapau-backup.json', (entry) => [{ ...entry, bytes: Buffer.from('{"format": 1') }]),
    /lapau-backup\.json cannot be read/,
  ],
  ['a header that is a list', header(() => []), /made by another version of Lapau/],
  ['a header of the next format', header((json) => ({ ...json, format: 2 })), /made by another version of Lapau/],
  ['no migrations', header((json) => ({ ...json, migrations: [] })), /lapau-backup\.json .*: migrations/],
  ['a table twice', header((json) => ({ ...json, tables: [...json.tables, json.tables[0]] })), /: tables/],
  ['a column twice', columnsOf('likes', ([one = '']) => [one, one]), /: tables\.\d+\.columns/],
  ['a column with a zero byte', columnsOf('likes', () => ['post_id\0']), /: tables\.\d+\.columns/],
  ['a version that a terminal obeys', header((json) => ({ ...json, lapau: '\x1b[2J' })), /: lapau/],
  [
    'a manifest that is no JSON',
    (all) => withEntry(all, 'manifest.json', (entry) => [{ ...entry, bytes: Buffer.from('{') }]),
    /manifest\.json cannot be read/,
  ],
  [
    'a manifest of other rows',
    manifest((json) => ({ ...json, rows: { ...json.rows, posts: 7 } })),
    /of posts it has 1 rows, not 7/,
  ],
  [
    'a manifest without a table',
    manifest(({ rows: { posts: _, ...rest }, ...json }) => ({ ...json, rows: rest })),
    /of other tables/,
  ],
  ['a manifest of other jobs', manifest((json) => ({ ...json, jobs: 99 })), /jobs, not 99/],
  ['a manifest of other files', manifest((json) => ({ ...json, files: { ...json.files, count: 9 } })), /files, not 9/],
  ['a manifest of other sizes', manifest((json) => ({ ...json, files: { ...json.files, bytes: 9 } })), /bytes, not 9/],
  ['a half row count', manifest((json) => ({ ...json, jobs: 0.5 })), /manifest\.json .*: jobs/],
  [
    'a sequence with a word as its value',
    manifest((json) => ({ ...json, sequences: [{ name: 'x', value: 'many', isCalled: true }] })),
    /: sequences\.0\.value/,
  ],
  [
    'a sequence without a name',
    manifest((json) => ({ ...json, sequences: [{ name: '', value: '1', isCalled: true }] })),
    /: sequences\.0\.name/,
  ],
  ['no manifest', (all) => all.filter(({ name }) => name !== 'manifest.json'), /its end is missing/],
  ['two manifests', (all) => [...all, ...all.slice(-1)], /manifest\.json in it comes after its end/],
  [
    'rows after the manifest',
    (all) => [
      ...all.filter(({ name }) => name !== 'jobs/000001.copy.gz'),
      ...all.filter(({ name }) => name === 'jobs/000001.copy.gz'),
    ],
    /comes after its end/,
  ],
  [
    'tables in another order',
    swapped('rows/likes/000001.copy.gz', 'rows/posts/000001.copy.gz'),
    /does not belong there/,
  ],
  [
    'files before rows',
    (all) => [
      all[0] as HostileEntry,
      ...all.slice(1).toSorted((one, other) => Number(first.test(other.name)) - Number(first.test(one.name))),
    ],
    /does not belong there/,
  ],
  [
    'rows of a table that is not in the header',
    header((json) => ({ ...json, tables: json.tables.slice(1) })),
    /does not belong there/,
  ],
  ['a piece that is missing', renamed(/^rows\/posts\//, 'rows/posts/000002.copy.gz'), /does not belong there/],
  [
    'a piece twice',
    (all) => withEntry(all, 'rows/posts/000001.copy.gz', (entry) => [entry, entry]),
    /does not belong there/,
  ],
  [
    'a piece that is not packed',
    (all) => withEntry(all, 'rows/posts/000001.copy.gz', (entry) => [{ ...entry, bytes: Buffer.from('posts') }]),
    /cannot be unpacked/,
  ],
  [
    'a piece of 3 GB',
    (all) => withEntry(all, 'rows/posts/000001.copy.gz', (entry) => [{ ...entry, bytes: bomb(3 * 2 ** 30) }]),
    /unpacks to more than a piece has/,
  ],
  [
    'a row of 80 MB',
    (all) =>
      withEntry(all, 'rows/posts/000001.copy.gz', () =>
        Array.from({ length: 5 }, (_, at) => ({ name: `rows/posts/00000${at + 1}.copy.gz`, bytes: bomb(15 << 20) })),
      ),
    /a row in rows\/posts\/000005\.copy\.gz is too long/,
  ],
  ['a last row without an end', rows('rows/posts', (all) => [all.join('').trimEnd()]), /the last row in .* has no end/],
  ['a photo outside of its folder', renamed(first, 'files/posts/../../profile.webp'), /does not belong there/],
  ['a photo with an absolute name', renamed(first, '/etc/passwd'), /does not belong there/],
  ['a photo that is a program', renamed(first, 'files/posts/a/b.sh'), /does not belong there/],
  ['a name that a terminal obeys', renamed(first, 'files/posts/\x1b[2J/b.webp'), /does not belong there/],
  ['a name of 5000 characters', renamed(first, `files/posts/a/${'b'.repeat(5_000)}.webp`), /too large/],
  ['something that is not known', renamed(first, 'web/index.html'), /does not belong there/],
  ['a folder', renamed(first, 'files/posts/a/', '5'), /is no file/],
  ['a symbolic link', renamed(first, 'files/posts/a/b.webp', '2'), /is no file/],
  ['a header of another kind of tar', renamed(first, 'files/posts/a/b.webp', 'x'), /is no file/],
];

test.each(found)('%s is one sentence, for a check and for a restore', async (_, change, says) => {
  const archive = archiveOf(change(entries));
  expect(await saidOf(checkArchive(inPieces(archive)))).toMatch(says);
  expect(await saidOf(restored(archive))).toMatch(says);
});

// Only a restore into PostgreSQL finds these faults.
const refused: [what: string, change: Change, says: RegExp][] = [
  [
    'migrations that nobody has',
    header((json) => ({ ...json, migrations: [...json.migrations, '9999_x'] })),
    /whose database has 9999_x/,
  ],
  [
    'migrations with a gap',
    header((json) => ({ ...json, migrations: json.migrations.slice(1) })),
    /migrations has gaps/,
  ],
  [
    'a row twice',
    (all) =>
      manifest((json) => ({ ...json, rows: { ...json.rows, posts: 2 } }))(
        rows('rows/posts', (all) => [...all, ...all])(all),
      ),
    /refuses rows of posts \(line 2\) with the code 23505/,
  ],
  [
    'a column that is not there',
    columnsOf('posts', ([, ...rest]) => ['nowhere', ...rest]),
    /refuses rows of posts with the code 42703/,
  ],
  [
    'a column too few',
    columnsOf('posts', ([, ...rest]) => rest),
    /refuses rows of posts \(line 1\) with the code 22P04/,
  ],
  [
    'a row with too few values',
    rows('rows/posts', ([row = '']) => [`${row.split('\t')[0]}\n`]),
    /refuses rows of posts \(line 1.*\) with the code 22P04/,
  ],
  [
    'a value of another kind',
    rows('rows/posts', ([row = '']) => [row.replace(/^[^\t]+/, 'no id')]),
    /refuses rows of posts \(line 1, column id\) with the code 22P02/,
  ],
  [
    'bytes that are no text',
    rows('rows/posts', ([row = '']) => [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(row)])]),
    /refuses rows of posts \(line 1\) with the code 22021/,
  ],
  [
    'a row without what it needs',
    rows('rows/posts', ([row = '']) => [row.replace(/^[^\t]+/, String.raw`\N`)]),
    /refuses rows of posts \(line 1\) with the code 23502/,
  ],
  [
    'likes of a dish that is not there',
    (all) =>
      manifest((json) => ({ ...json, rows: { ...json.rows, posts: 0 } }))(
        all.filter(({ name }) => !name.startsWith('rows/posts/')),
      ),
    /refuses rows of \w+ \(\w+\) with the code 23503/,
  ],
  [
    'a job without a name',
    rows('jobs', (all) => all.map((row) => row.replace(/\t[^\t]+/, String.raw`\t\N`.replace(String.raw`\t`, '\t')))),
    /refuses the waiting jobs \(line 1\) with the code 23502/,
  ],
  [
    'a job of the end of time',
    rows('jobs', (all) => all.map((row) => row.replace(/[^\t]+\n$/, 'infinity\n'))),
    /refuses the waiting jobs \(line 1\) with the code 23514/,
  ],
  [
    'a number beyond all',
    manifest((json) => ({
      ...json,
      sequences: json.sequences.map((one) => ({ ...one, value: '9999999999999999999' })),
    })),
    /refuses sequence \w+ with the code 22003/,
  ],
];

test.each(refused)('%s is one sentence that names what it is of', async (_, change, says) => {
  expect(await saidOf(restored(archiveOf(change(entries))))).toMatch(says);
});

test('a sequence that is not there, or is none, is left alone', async () => {
  const other = manifest((json) => ({
    ...json,
    sequences: ['posts', 'jobs.x', 'a.b.c.d', '"'].map((name) => ({ name, value: '5', isCalled: true })),
  }));
  const own = { databaseUrl: await createTestDatabase('template1'), files: await openEmptyStore() };
  expect(await saidOf(restoreInto(own, archiveOf(other(entries))))).toBe('whole');
});

test('a size beyond all is no reason to wait for so many bytes', async () => {
  const block = tarEntry({ name: 'files/posts/a/b.webp', bytes: Buffer.from('a photo') }, 0);
  for (const size of ['77777777777', '00200000001', '-0000000001', 'many       ']) {
    block.write(size, 124, 'latin1');
    const archive = archiveOf(entries.slice(0, 1)).subarray(0, -2_048);
    expect(await saidOf(checkArchive(inPieces(Buffer.concat([archive, withSum(block)]))))).toMatch(
      /^The backup is damaged/,
    );
  }
});
