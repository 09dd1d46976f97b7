import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { isRoot } from './account.ts';
import type { Account } from './account.ts';
import type { Report } from './test-program.ts';
import { killAllOf, makeFolder, ordinaryUsers, processesOf, removeFolder, self, users } from './test-users.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) cleanUp();
});

function newFolder(user: Account): string {
  const folder = makeFolder(user);
  cleanUps.push(() => {
    killAllOf(folder);
    removeFolder(folder);
  });
  return folder;
}

/** Starts the database in a process of its own, as the user. */
function start(folder: string, user: Account) {
  const program = fileURLToPath(new URL('test-program.ts', import.meta.url));
  const child = fork(program, [folder], { uid: user.uid, gid: user.gid, cwd: '/', execArgv: [], detached: true });
  cleanUps.push(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const reports: Report[] = [];
  child.on('message', (report: Report) => reports.push(report));
  const reported = <Type extends Report['type']>(types: Type[], text = ''): Promise<Extract<Report, { type: Type }>> =>
    vi.waitUntil(
      () => {
        const wanted = reports.find(
          (report) =>
            types.some((type) => type === report.type) && (!('message' in report) || report.message.includes(text)),
        );
        if (!wanted && child.exitCode !== null)
          throw new Error(`ended without ${types.join(' or ')}: ${JSON.stringify(reports)}`);
        return wanted as Extract<Report, { type: Type }> | undefined;
      },
      { timeout: 120_000, interval: 5 },
    );
  return {
    pid: child.pid ?? 0,
    started: () => reported(['started']),
    refused: async () => (await reported(['refused'])).message,
    logged: (text: string) => reported(['log'], text),
    outcome: () => reported(['started', 'refused']),
    async stop() {
      child.send('stop');
      await ended;
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

async function connect(url: string): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const serverPid = (folder: string): number =>
  Number(readFileSync(path.join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

describe.each(users)('as $name', (user) => {
  test('starts after a first start that left an empty password, as on a full disk', async () => {
    const dataFolder = newFolder(user);
    const first = start(dataFolder, user);
    await first.started();
    await first.stop();
    rmSync(path.join(dataFolder, 'postgres/data'), { recursive: true });
    truncateSync(path.join(dataFolder, 'postgres/password'));
    const { url } = await start(dataFolder, user).started();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('says that it waits for a server that does not answer, and goes on when it does', async () => {
    const dataFolder = newFolder(user);
    const first = start(dataFolder, user);
    await first.started();
    await first.kill();
    const pid = serverPid(path.join(dataFolder, 'postgres'));
    process.kill(pid, 'SIGSTOP');
    const second = start(dataFolder, user);
    await second.logged('PostgreSQL does not answer yet; the start waits for it');
    process.kill(pid, 'SIGCONT');
    expect(await second.started()).toMatchObject({ adopted: true });
  });

  test('creates a database, keeps its data over a restart and leaves no process behind', async () => {
    const dataFolder = newFolder(user);
    const first = start(dataFolder, user);
    const { url, adopted, folder } = await first.started();
    expect(adopted).toBe(false);
    expect(folder).toBe(path.join(dataFolder, 'postgres'));
    await query(
      url,
      `create table dish (name text); insert into dish values ('randang'), ('Étek'), ('Zaitun'), ('asam')`,
    );
    await first.stop();
    expect(processesOf(dataFolder)).toEqual([]);

    const second = start(dataFolder, user);
    const again = await second.started();
    expect(again.adopted).toBe(false);
    expect(await query(again.url, `select string_agg(name, ' ' order by name) as names from dish`)).toEqual([
      { names: 'Zaitun asam randang Étek' },
    ]);
    expect(
      await query(
        again.url,
        `select current_user as role, current_database() as database, pg_encoding_to_char(encoding) as encoding,
                datlocprovider as provider, datlocale as locale, lower('É') as lower,
                current_setting('timezone') as timezone, current_setting('is_superuser') as superuser,
                current_setting('listen_addresses') as listening, current_setting('synchronous_commit') as durable
         from pg_database where datname = 'canteen'`,
      ),
    ).toEqual([
      {
        role: 'canteen',
        database: 'canteen',
        encoding: 'UTF8',
        provider: 'b',
        locale: 'C.UTF-8',
        lower: 'é',
        timezone: 'UTC',
        superuser: 'off',
        listening: '',
        durable: 'on',
      },
    ]);
    await second.stop();
    expect(processesOf(dataFolder)).toEqual([]);
  });

  test('adopts the server of a killed process, with every acknowledged row', async () => {
    const dataFolder = newFolder(user);
    const killed = start(dataFolder, user);
    const { url, folder } = await killed.started();
    const pid = serverPid(folder);
    await query(url, 'create table post (id int)');
    for (let id = 1; id <= 20; id++) await query(url, `insert into post values (${id})`);
    await killed.kill();

    const next = start(dataFolder, user);
    const adopted = await next.started();
    expect(adopted).toMatchObject({ adopted: true, url });
    expect(serverPid(folder)).toBe(pid);
    expect(await query(url, 'select count(*)::int as posts from post')).toEqual([{ posts: 20 }]);
    await next.stop();
    expect(processesOf(dataFolder)).toEqual([]);
  });

  test('refuses the second of two starts, and of two at once on an empty folder', async () => {
    const dataFolder = newFolder(user);
    const both = [start(dataFolder, user), start(dataFolder, user)];
    const outcomes = await Promise.all(both.map((program) => program.outcome()));
    expect(outcomes.map(({ type }) => type).toSorted()).toEqual(['refused', 'started']);
    const third = start(dataFolder, user);
    expect(await third.refused()).toMatch(/Another process is running on this data folder/);
    await both[outcomes.findIndex(({ type }) => type === 'started')]?.stop();
    expect(processesOf(dataFolder)).toEqual([]);
  });
});

test('recovers after everything was killed, though another program has the old process id', async () => {
  const dataFolder = newFolder(self);
  const killed = start(dataFolder, self);
  const { url, folder } = await killed.started();
  await query(url, 'create table post (id int); insert into post values (1)');
  await killed.kill();
  killAllOf(dataFolder);
  const { uid, gid } = statSync(path.join(folder, 'data'));
  const other = spawn('sleep', ['600'], isRoot() ? { uid, gid } : {}); // by its account PostgreSQL takes it for its own server
  cleanUps.push(() => other.kill());
  const pidFile = path.join(folder, 'data', 'postmaster.pid');
  writeFileSync(pidFile, readFileSync(pidFile, 'utf8').replace(/^\d+/, String(other.pid)));

  const next = start(dataFolder, self);
  expect((await next.started()).adopted).toBe(false);
  expect(await query(url, 'select id from post')).toEqual([{ id: 1 }]);
  await next.stop();
});

test('starts the server again when it dies, and stops it afterwards', async () => {
  const dataFolder = newFolder(self);
  const program = start(dataFolder, self);
  const { url, folder } = await program.started();
  await query(url, 'create table post (id int); insert into post values (1)');
  const pid = serverPid(folder);
  process.kill(pid, 'SIGKILL');
  await program.logged('PostgreSQL is back');
  expect(await query(url, 'select id from post')).toEqual([{ id: 1 }]);
  expect(serverPid(folder)).not.toBe(pid);
  await program.stop();
  expect(processesOf(dataFolder)).toEqual([]);
});

test('does not take it for the end of the server that the role may not be idle', async () => {
  const dataFolder = newFolder(self);
  const first = start(dataFolder, self);
  await query((await first.started()).url, 'alter role current_user set idle_session_timeout = 200');
  await first.stop();
  const { url } = await start(dataFolder, self).started();
  const idle = `select count(*)::int as long from pg_stat_activity
    where application_name like '% supervisor' and state_change < clock_timestamp() - interval '600 ms'`;
  await expect.poll(() => query(url, idle), { interval: 100 }).toEqual([{ long: 1 }]);
});

test("waits for an old server that is still stopping, and the terminal's Ctrl-C stops none", async () => {
  const dataFolder = newFolder(self);
  const killed = start(dataFolder, self);
  const { url, folder } = await killed.started();
  const client = await connect(url);
  process.kill(-killed.pid, 'SIGINT'); // a terminal signals the whole process group
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await killed.kill();
  process.kill(serverPid(folder), 'SIGTERM'); // a smart shutdown waits for the clients to disconnect

  const next = start(dataFolder, self);
  await next.logged('waiting for the old PostgreSQL server to finish stopping');
  await client.end();
  expect((await next.started()).adopted).toBe(false);
  await next.stop();
});

test('listens on loopback with the password where a socket path would be too long', async () => {
  const dataFolder = path.join(newFolder(self), 'canteen'.repeat(15));
  const program = start(dataFolder, self);
  const { url } = await program.started();
  expect(url).toMatch(/@127\.0\.0\.1:\d+\/canteen$/);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(query(url.replace(/:[^:@]+@/, ':guess@'), 'select 1')).rejects.toThrow('password authentication failed');
  await program.stop();
});

test('works in a folder whose name has spaces, quotes and accents', async () => {
  const dataFolder = path.join(newFolder(self), `Kadai "Étek", 100% 'sagar'`);
  const program = start(dataFolder, self);
  expect(await query((await program.started()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await program.stop();
});

test.each(ordinaryUsers)('refuses a read-only folder as $name', async (user) => {
  const dataFolder = newFolder(user);
  chmodSync(dataFolder, 0o555);
  expect(await start(dataFolder, user).refused()).toContain('Make it a writable folder');

  const closed = newFolder(user);
  mkdirSync(path.join(closed, 'postgres'), { mode: 0o555 });
  expect(await start(closed, user).refused()).toMatch(/cannot be written\. Make it writable/);
});

test.runIf(isRoot())('as root in a closed folder, puts the database outside and finds it again', async () => {
  const closed = newFolder(self);
  chmodSync(closed, 0o700);
  const dataFolder = path.join(closed, 'data');
  mkdirSync(dataFolder);
  const program = start(dataFolder, self);
  const { url, folder } = await program.started();
  cleanUps.push(() => removeFolder(folder));
  expect(folder).toMatch(/^\/var\/lib\/canteen\/data-/);
  expect(readlinkSync(path.join(dataFolder, 'postgres'))).toBe(folder);
  await program.logged('the database lives in');
  await query(url, 'create table dish (name text)');
  await program.stop();

  const again = start(dataFolder, self);
  expect((await again.started()).folder).toBe(folder);
  expect(await query(url, 'select * from dish')).toEqual([]);
  await again.stop();
  expect(processesOf(dataFolder)).toEqual([]);

  removeFolder(folder);
  expect(await start(dataFolder, self).refused()).toContain('points to a folder that is gone');
  expect(existsSync(folder)).toBe(false);
});

test.runIf(users.length > 1)("as root, runs an ordinary user's database under that user", async () => {
  const user = users[1] ?? self;
  const dataFolder = newFolder(user);
  const own = start(dataFolder, user);
  await own.started();
  await own.stop();
  const root = start(dataFolder, self);
  expect(await query((await root.started()).url, 'select 1 as one')).toEqual([{ one: 1 }]);
  await root.stop();
  const back = start(dataFolder, user);
  await back.started();
  await back.stop();
});
