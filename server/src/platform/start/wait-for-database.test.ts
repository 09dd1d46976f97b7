import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { featureParts } from '../../app.ts';
import { startDatabaseProxy } from '../../testing/database-proxy.ts';
import { startBundledEngine, startDebianEngine } from '../../testing/engines.ts';
import { isAlive, processesOf } from '../../testing/processes.ts';
import { readConfig } from '../config/config.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { createLog } from '../log/log.ts';
import { openPlatform } from '../platform.ts';
import { createImpatience, usualPatience } from './start-patience.ts';
import { ensureReachable, retryUntilAvailable, waitForDatabase } from './wait-for-database.ts';

const engine = await startBundledEngine({}, 'fatal');
afterAll(engine.stop);
const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-wait-'));
afterAll(() => rm(dataFolder, { recursive: true }));

type Line = { msg: string; reason?: string; attempt?: number };

/** Runs the part of a start that needs the database; `over` is settled once it is done. Its patience has no end unless one is given. */
function startOn(url: string, patienceMs = Infinity) {
  const lines: Line[] = [];
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line) as Line) });
  const config = { ...readConfig({}, 'start'), dataFolder };
  const aborting = new AbortController();
  const over = waitForDatabase(url, () => openPlatform(config, log, url, featureParts), log, aborting.signal, {
    silentMs: patienceMs,
    refusingMs: patienceMs,
  });
  over.catch(() => {});
  onTestFinished(async () => {
    aborting.abort();
    await over.then(
      (platform) => platform.close(),
      () => {},
    );
  });
  return { lines, over, abort: (reason: Error) => aborting.abort(reason) };
}

async function asSuperuser(...statements: string[]): Promise<void> {
  const client = new pg.Client(engine.superuserUrl);
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const change = (part: 'username' | 'password' | 'pathname', value: string) => {
  const url = new URL(engine.url);
  url[part] = value;
  return url.href;
};

test.each([
  [
    'takes no connections',
    'alter database lapau with allow_connections false',
    'alter database lapau with allow_connections true',
    '55000',
  ],
  ['has no connection free', 'alter role lapau connection limit 0', 'alter role lapau connection limit -1', '53300'],
  [
    'is read-only',
    'alter database lapau set default_transaction_read_only = on',
    'alter database lapau reset default_transaction_read_only',
    '25006',
  ],
])(
  'while the database %s the start waits, logs a line per attempt, and then goes on',
  async (_case, harm, undo, reason) => {
    await asSuperuser(harm);
    const { lines, over } = startOn(engine.url);
    await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
    await asSuperuser(undo);
    await over;
    expect(lines.map(({ attempt }) => attempt)).toEqual(lines.map((_line, index) => index + 1));
    for (const line of lines) expect(line.reason).toContain(reason);
  },
);

test('while the database is full the start waits, closes what it opened, and then goes on', async () => {
  await (await startOn(engine.url).over).close();
  const owner = new pg.Client(engine.url);
  await owner.connect();
  onTestFinished(() => owner.end());
  await owner.query(
    `create function fail() returns trigger language plpgsql as $$
     begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
     create trigger fail before update on jobs.queue for each statement execute function fail()`,
  );
  const { lines, over } = startOn(engine.url);
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
  await owner.query('drop function fail cascade');
  await over;
  expect(lines[0]).toMatchObject({ reason: '53100 could not extend file: No space left on device' });
  const { rows } = await owner.query<{ connections: number }>(
    `select count(*) as connections from pg_stat_activity where application_name = 'lapau signals'`,
  );
  expect(rows).toEqual([{ connections: 1 }]);
});

test('while nothing listens the start waits, and then goes on', async () => {
  const proxy = await startDatabaseProxy(engine.url);
  await proxy.close();
  const { lines, over } = startOn(proxy.url);
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(2);
  const again = await startDatabaseProxy(engine.url, Number(new URL(proxy.url).port));
  onTestFinished(again.close);
  await over;
  expect(lines[0]?.reason).toContain('ECONNREFUSED');
});

describe('a database that accepts connections and never answers', () => {
  beforeEach(() => {
    const processes = processesOf(engine.pid());
    const signalAll = (signal: NodeJS.Signals) => processes.filter(isAlive).forEach((pid) => process.kill(pid, signal));
    signalAll('SIGSTOP');
    return () => signalAll('SIGCONT');
  });

  test('is waited for, with a line per attempt', async () => {
    const { lines, over } = startOn(engine.url);
    // Each attempt takes at least five seconds.
    await expect.poll(() => lines.length, { timeout: 120_000 }).toBeGreaterThanOrEqual(2);
    expect(lines[0]?.reason).toBe('timeout expired');
    process.kill(engine.pid(), 'SIGCONT');
    await over;
  });

  test('is refused with a text in the end', async () => {
    const { lines, over } = startOn(engine.url, 0);
    await expect(over).rejects.toThrow(/^The database at .+ gives no answer\.\nCheck that DATABASE_URL names/);
    expect(lines).toEqual([]);
  });
});

test.each([
  ['a wrong password', change('password', 'topsecret'), 'password authentication failed for user "lapau"'],
  ['a role that is not there', change('username', 'nobody'), 'password authentication failed for user "nobody"'],
  ['a database that is not there', change('pathname', '/missing'), 'database "missing" does not exist'],
  ['no password', change('password', ''), 'SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be'],
  ['a server without TLS', `${engine.url}?sslmode=verify-full`, 'The server does not support SSL connections'],
  ['a certificate that is not there', `${engine.url}?sslrootcert=/missing.pem`, 'ENOENT: no such file or directory'],
])('%s is refused at once and in one line', async (_case, url, message) => {
  const { lines, over } = startOn(url);
  const error = await over.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartRefused);
  expect((error as StartRefused).message).toContain(`The database refuses Lapau: ${message}`);
  expect(JSON.stringify([error, (error as StartRefused).message])).not.toContain('topsecret');
  expect(lines).toEqual([]);
});

test.each([
  ['a wrong password', change('password', 'topsecret'), 'password authentication failed for user "lapau"'],
  ['a database that is not there', change('pathname', '/missing'), 'database "missing" does not exist'],
  ['an option that is none', `${engine.url}?options=-c%20nothing=1`, 'unrecognized configuration parameter "nothing"'],
])('a command on %s is told what to correct, not to run again', async (_case, url, message) => {
  await expect(ensureReachable(url)).rejects.toMatchObject({
    name: 'StartRefused',
    message: `The database refuses Lapau: ${message}.\nCheck DATABASE_URL, and the role and database that it names.`,
  });
});

test.each([
  ['23505', 'duplicate key value violates unique constraint "one"'],
  ['42P01', 'relation "posts_of_old" does not exist'],
  ['42601', 'syntax error at or near "selct"'],
])(
  'a statement of the start that fails with %s is logged with its place, and not blamed on DATABASE_URL',
  async (code, message) => {
    await (await startOn(engine.url).over).close();
    const owner = new pg.Client(engine.url);
    await owner.connect();
    onTestFinished(async () => {
      await owner.query('drop function fail cascade');
      await owner.end();
    });
    await owner.query(
      `create function fail() returns trigger language plpgsql as $$
     begin raise exception '${message}' using errcode = '${code}', detail = 'Key (email)=(etek@lapau.test)'; end $$;
     create trigger fail before update on jobs.queue for each statement execute function fail()`,
    );
    const { lines, over } = startOn(engine.url);
    const error: unknown = await over.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StartRefused);
    expect((error as StartRefused).message).toMatch(/^A statement of the start has failed: .+\.\n.+\.$/);
    expect((error as StartRefused).message).toContain(`failed: ${message}.`);
    expect((error as StartRefused).message).not.toContain('DATABASE_URL');
    expect(lines).toMatchObject([
      {
        msg: 'a statement of the start has failed',
        err: { code, message, stack: expect.stringContaining('\n    at ') },
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('etek');
  },
);

/** Runs a start without patience. @returns its error */
const endOn = (url: string): Promise<unknown> =>
  startOn(url, 0).over.then(
    () => 'started',
    (error: unknown) => (error instanceof StartRefused ? error.message : error),
  );

test.each([
  ['server', 'default_transaction_read_only = on', {}, 'it is read-only'],
  ['standby', '', { isStandby: true }, 'it is a standby, and takes no writes'],
  [
    'standby that nobody may read',
    'hot_standby = off',
    { isStandby: true },
    'the database system is not accepting connections',
  ],
])('a read-only %s is refused with a text in the end', async (_what, setting, kind, words) => {
  const own = Object.fromEntries([setting.split(' = ')].filter(([name]) => name));
  const server = await startDebianEngine({ ...kind, own });
  onTestFinished(server.stop);
  expect(await endOn(server.url)).toMatch(
    new RegExp(`^The database at \\S+ cannot be used: ${words}\\.\n.*DATABASE_URL.*\\.$`),
  );
});

// The supervisor of the bundled server has one of the connections.
test.each([
  ['role', 6, 'only 5 of 6 connections could be had at once: too many connections for role "lapau"'],
  ['database', 4, 'only 3 of 6 connections could be had at once: too many connections for database "lapau"'],
  ['role', 0, 'too many connections for role "lapau"'],
])('a %s that may have %i connections is refused with what a start needs', async (what, limit, words) => {
  await asSuperuser(`alter ${what} lapau connection limit ${limit}`);
  onTestFinished(() => asSuperuser(`alter ${what} lapau connection limit -1`));
  expect(await endOn(engine.url)).toMatch(
    new RegExp(`^The database at .+ cannot be used: ${words}\\.\nA start needs 6 connections at once, .+\\.$`),
  );
});

test('a role that may have as many connections as a start needs is let start', async () => {
  await asSuperuser('alter role lapau connection limit 7');
  onTestFinished(() => asSuperuser('alter role lapau connection limit -1'));
  expect(await endOn(engine.url)).toBe('started');
});

test('a database that takes no connections is refused with a text in the end', async () => {
  await asSuperuser('alter database lapau with allow_connections false');
  onTestFinished(() => asSuperuser('alter database lapau with allow_connections true'));
  expect(await endOn(engine.url)).toMatch(
    /cannot be used: database "lapau" is not currently accepting connections\.\n/,
  );
});

test('what is no PostgreSQL, and closes what it takes, is refused with a text in the end', async () => {
  const web = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  await once(web, 'listening');
  onTestFinished(() => void web.close());
  const { port } = web.address() as AddressInfo;
  expect(await endOn(`postgres://lapau@127.0.0.1:${port}/lapau`)).toBe(
    `The database at 127.0.0.1, port ${port}, gives no answer.\n` +
      'Check that DATABASE_URL names a PostgreSQL server, and that the server runs; a pooler before it has the reason in its log.',
  );
});

test('a host that nobody knows is refused with a text in the end', async () => {
  expect(await endOn('postgres://lapau@db.invalid/lapau')).toBe(
    'The database at db.invalid cannot be found: no such name is known.\nCheck the host in DATABASE_URL.',
  );
});

test('each kind of failure has a patience of its own, which begins anew when the server was off', () => {
  const codes = { standby: '25006', 'unknown host': 'ENOTFOUND', off: 'ECONNREFUSED' };
  let seconds = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => seconds * 1_000);
  onTestFinished(() => clock.mockRestore());
  const endOf = createImpatience('postgres://db/lapau', usualPatience);
  const isEndAfter = (afterSeconds: number, kind: keyof typeof codes) => {
    seconds += afterSeconds;
    return endOf(Object.assign(new Error(kind), { code: codes[kind] })) !== undefined;
  };
  expect([isEndAfter(0, 'standby'), isEndAfter(14, 'standby'), isEndAfter(1, 'standby')]).toEqual([false, false, true]);
  expect([isEndAfter(0, 'off'), isEndAfter(7_200, 'off')]).toEqual([false, false]);
  expect([isEndAfter(0, 'standby'), isEndAfter(10, 'unknown host'), isEndAfter(4, 'standby')]).not.toContain(true);
  expect(isEndAfter(1, 'standby')).toBe(true);
  expect([isEndAfter(294, 'unknown host'), isEndAfter(1, 'unknown host')]).toEqual([false, true]);
});

test('a role that may not create tables is refused', async () => {
  await asSuperuser(`create role guest login password 'guest'`);
  const { over } = startOn(
    change('username', 'guest')
      .replace(/:[^:@]+@/, ':guest@')
      .replace(/\/lapau$/, '/postgres'),
  );
  await expect(over).rejects.toThrow(
    'The database refuses Lapau: permission denied for schema public.\n' +
      'The role has to own the database: alter database DATABASE owner to ROLE, by a superuser.',
  );
});

test('a start that waits is aborted by its signal', async () => {
  const { lines, over, abort } = startOn('postgres://lapau:x@127.0.0.1:1/lapau');
  await expect.poll(() => lines.length).toBeGreaterThanOrEqual(1);
  abort(new Error('stopped by the test'));
  await expect(over).rejects.toThrow('stopped by the test');
});

test('what fails when a step closes what it had opened does not hide why it ended', async () => {
  const step = async () => {
    await using opened = new AsyncDisposableStack();
    opened.defer(() => Promise.reject(new Error('Connection terminated')));
    opened.defer(() => Promise.reject(new Error('Connection terminated')));
    throw new StartRefused('the first');
  };
  await expect(retryUntilAvailable(step, createLog('silent'))).rejects.toEqual(new StartRefused('the first'));
});

test('a full disk under the bundled database is waited for', async () => {
  const failures = [
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }),
    new Error('FATAL:  could not write lock file "postmaster.pid": No space left on device'),
  ];
  const lines: Line[] = [];
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line) as Line) });
  const step = async () => {
    const failure = failures.shift();
    if (failure) throw failure;
    return 'started';
  };
  expect(await retryUntilAvailable(step, log)).toBe('started');
  expect(lines.map(({ reason }) => reason)).toEqual([
    'ENOSPC: no space left on device, write',
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
  ]);
});
