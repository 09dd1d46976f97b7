import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { readMark } from '../platform/upgrade/marks.ts';
import { migrate } from '../platform/upgrade/migrate.ts';
import { backUp, contentsOf, openUntilEnd, sourceOf } from '../testing/backups.ts';
import { buildMember } from '../testing/builders.ts';
import { createTestDatabase, startTestServer } from '../testing/server.ts';

const root = path.join(import.meta.dirname, '../../..');
const server = await startTestServer();
await buildMember(server);

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-commands-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs `lapau` as a process of its own. */
function lapau(args: string[], databaseUrl: string, dataFolder: string) {
  const child = spawn('sh', [path.join(root, 'scripts/launch.sh'), ...args], {
    env: { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, LAPAU_DATA: dataFolder },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {}); // the process may be killed while it is written to
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'close').then(() => ({ code: child.exitCode, said }));
  return { child, ended };
}

const killHard = async (child: ChildProcess, ended: Promise<unknown>) => {
  child.kill('SIGKILL');
  await ended;
};

const dataFolder = () => server.platform.config.dataFolder;

/** The command line of a unit of deploy/systemd, as `lapau` takes it. */
const commandOf = (unit: string, folder: string): string[] => {
  const text = readFileSync(path.join(root, 'deploy/systemd', unit), 'utf8');
  const [, line = ''] = /^ExecStart=\S+\/lapau (.*)$/m.exec(text) ?? [];
  return line.replace('/var/lib/lapau-backups', folder).split(' ');
};

test('what the timers of systemd start makes a backup in the folder, and finds that it can be restored', async () => {
  const folder = await makeFolder();
  const backup = await lapau(commandOf('lapau-backup.service', folder), server.databaseUrl, dataFolder()).ended;
  expect(backup).toMatchObject({ code: 0, said: expect.stringMatching(/^Backed up \d+ rows/) as string });
  expect(await readdir(folder)).toHaveLength(1);
  const tried = await lapau(commandOf('lapau-backup-check.service', folder), server.databaseUrl, dataFolder()).ended;
  expect(tried).toMatchObject({ code: 0, said: expect.stringContaining('can be restored') as string });
});

test('what the timers start keeps the new backup beside seven that a clock has dated ahead, says so, and checks the new one', async () => {
  const folder = await makeFolder();
  const ahead = Array.from({ length: 7 }, (_, day) => `lapau-2099010${day + 1}T030000Z.tar`);
  for (const name of ahead) await writeFile(path.join(folder, name), 'no backup');
  const backup = await lapau(commandOf('lapau-backup.service', folder), server.databaseUrl, dataFolder()).ended;
  expect(backup.code).toBe(0);
  expect(backup.said).toMatch(
    /^Neither counted nor removed, as dated beyond now \(.*lapau-20990107T030000Z\.tar\. A clock was/m,
  );
  expect(backup.said).not.toContain('Removed');
  const made = (await readdir(folder)).find((name) => !ahead.includes(name));
  expect(backup.said).toContain(`to ${folder}/${made} in `);
  const tried = await lapau(commandOf('lapau-backup-check.service', folder), server.databaseUrl, dataFolder()).ended;
  expect(tried.code).toBe(0);
  expect(tried.said).toMatch(/^Passed over, as dated beyond now/);
  expect(tried.said).toContain(`${folder}/${made} can be restored`);
});

test('a backup that is killed leaves nothing under its name', async () => {
  const folder = await makeFolder();
  const file = path.join(folder, 'village.tar');
  const blocker = new pg.Client({ connectionString: server.databaseUrl });
  await blocker.connect();
  onTestFinished(() => blocker.end());
  await blocker.query('begin; lock table warungs');
  const { child, ended } = lapau(['backup', file], server.databaseUrl, dataFolder());
  // This takes long because the process compiles its modules first.
  await expect.poll(() => readdir(folder), { timeout: 120_000 }).toHaveLength(1);
  await killHard(child, ended);
  await blocker.query('rollback');
  expect(await readdir(folder)).toEqual([expect.stringMatching(/^village\.tar\.[0-9a-f]{12}\.part$/)]);
  expect((await lapau(['backup', file], server.databaseUrl, dataFolder()).ended).code).toBe(0);
  expect((await stat(file)).size).toBeGreaterThan(0);
});

test('after a restore that is killed a start is refused, and the same command restores all of it', async () => {
  const backup = await backUp(sourceOf(server));
  const databaseUrl = await createTestDatabase('template1');
  const folder = path.join(await makeFolder(), 'data');
  const db = openUntilEnd(databaseUrl);
  const { child, ended } = lapau(['restore', '-'], databaseUrl, folder);
  child.stdin.write(backup.subarray(0, backup.length / 2));
  await expect.poll(() => readMark(db), { timeout: 120_000 }).toBeDefined();
  await killHard(child, ended);
  await expect(migrate(db)).rejects.toThrow('A restore into this database has not ended.');

  const again = lapau(['restore', '-'], databaseUrl, folder);
  again.child.stdin.end(backup);
  const report =
    /^Restored \d+ rows.*\nPeople stay signed in on 1 devices\.\nOnce it is started, 0 devices get pushes, and 0 mails and 0 pushes that wait are sent\.\n/;
  expect(await again.ended).toMatchObject({ code: 0, said: expect.stringMatching(report) as string });
  expect(await contentsOf(db)).toEqual(await contentsOf(server.db));
  await migrate(db);
});
