import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fillChecksums } from '../platform/files/fill-checksums.ts';
import { photoNames } from '../platform/files/paths.ts';
import { backUp, buildVillage, sourceOf } from '../testing/backups.ts';
import { makeDataFolder } from '../testing/data-folder.ts';
import { archiveOf, bomb, entriesOf, withEntry, withHeader, withRows } from '../testing/hostile-archives.ts';
import { createTestDatabase, startTestServer } from '../testing/server.ts';

const root = path.join(import.meta.dirname, '../../..');
const server = await startTestServer();
const { photo } = await buildVillage(server);
const { dataFolder } = server.platform.config;

async function makeFolder(): Promise<string> {
  const folder = await makeDataFolder('lapau-damaged-');
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const sayMemory = `process.on('exit', () => process.stderr.write('\\n' + process.resourceUsage().maxRSS + ' kB\\n'))`;

/** Runs `lapau` as a process of its own. @returns its code, what it said, and the most memory that it has had, in MB */
async function lapau(args: string[], environment: Record<string, string>) {
  const child = spawn('sh', [path.join(root, 'scripts/launch.sh'), ...args], {
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(sayMemory)}`,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let text = '';
  child.stderr.setEncoding('utf8').on('data', (more: string) => (text += more));
  await once(child, 'close');
  const [, said = '', memory] = /^([\s\S]*)\n(\d+) kB\n$/.exec(text) ?? [];
  return { code: child.exitCode, said: said.trim(), memory: Number(memory) / 1024 };
}

test('a backup of some MB that unpacks to gigabytes is refused by all commands, with the memory of any other', async () => {
  const folder = await makeFolder();
  const entries = await entriesOf(await backUp(sourceOf(server)));
  const numbers = ['000001', '000002', '000003'];
  const archive = withEntry(entries, 'rows/posts/000001.copy.gz', () =>
    numbers.map((number) => ({ name: `rows/posts/${number}.copy.gz`, bytes: bomb(2 * 2 ** 30) })),
  );
  const file = path.join(folder, 'bomb.tar');
  await writeFile(file, archiveOf(archive));
  const empty = { DATABASE_URL: await createTestDatabase('template1'), LAPAU_DATA: path.join(folder, 'data') };
  for (const args of [['verify'], ['restore', '--check'], ['restore']]) {
    const { code, said, memory } = await lapau([...args, file], { ...empty, TMPDIR: folder });
    expect({ code, said }, args.join(' ')).toEqual({
      code: 1,
      said:
        'The backup is damaged: rows/posts/000001.copy.gz unpacks to more than a piece has. ' +
        'Use another one; "lapau verify FILE" tells whether it is whole.',
    });
    // Unpacked it would be gigabytes; a process that does nothing has some 100 MB.
    expect(memory, args.join(' ')).toBeLessThan(512);
  }
});

test('of a backup with other rows or another header each command says one sentence, with code 1', async () => {
  const folder = await makeFolder();
  const entries = await entriesOf(await backUp(sourceOf(server)));
  const empty = { DATABASE_URL: await createTestDatabase('template1'), LAPAU_DATA: path.join(folder, 'data') };
  const file = path.join(folder, 'other.tar');
  const sentence = /^The backup is damaged: [^\n]+\.$/;
  await writeFile(
    file,
    archiveOf(withHeader(entries, ({ tables, ...header }) => ({ ...header, tables: [...tables, ...tables] }))),
  );
  for (const args of [['verify'], ['restore', '--check'], ['restore']])
    expect(await lapau([...args, file], { ...empty, TMPDIR: folder })).toMatchObject({
      code: 1,
      said: expect.stringMatching(sentence) as string,
    });
  await writeFile(
    file,
    archiveOf(withRows(entries, 'rows/posts', (rows) => rows.map((row) => row.replace(/^[^\t]+/, 'no id')))),
  );
  for (const args of [['restore', '--check'], ['restore']])
    expect(await lapau([...args, file], { ...empty, TMPDIR: folder })).toMatchObject({
      code: 1,
      said: expect.stringMatching(
        /^The backup is damaged: PostgreSQL refuses rows of posts \(line 1, column id\) [^\n]+\.$/,
      ) as string,
    });
});

test('a photo of which a byte has changed is named by verify, by a backup and by what reads the backup, with code 2 (D101)', async () => {
  const folder = await makeFolder();
  const file = path.join(folder, 'village.tar');
  const { files } = server.platform;
  const stored = await Promise.all(photoNames(photo).map((name) => files.find('posts', name)));
  const bytes = stored.reduce((sum, one) => sum + (one?.bytes ?? 0), 0);
  await server.db.updateTable('files').set({ bytes }).where('path', '=', photo).execute();
  await fillChecksums(server.platform, { bucket: 'posts', after: '' });
  await files.put('posts', photo, Buffer.alloc((await files.find('posts', photo))?.bytes ?? 0));
  const environment = { DATABASE_URL: server.databaseUrl, LAPAU_DATA: dataFolder };
  const named = { code: 2, said: expect.stringContaining(`posts/${photo}`) as string };
  const verified = await lapau(['verify'], environment);
  expect(verified).toMatchObject(named);
  expect(verified.said).toContain('files whose bytes have changed');
  for (const args of [['backup'], ['verify'], ['restore', '--check']]) {
    const { code, said } = await lapau([...args, file], { ...environment, TMPDIR: folder });
    expect({ code, said }).toEqual(named);
    expect(said).toContain('1 files have other bytes than when they were stored');
  }
});
