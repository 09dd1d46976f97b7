import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refuseDemoPasswords } from '../../demo/src/accounts.ts';
import { startLapau } from './main.ts';
import type { Prepare } from './main.ts';
import { readConfig } from './platform/config/config.ts';
import type { Config } from './platform/config/config.ts';
import { StartRefused } from './platform/errors/start-refused.ts';
import { hashPassword } from './platform/passwords/passwords.ts';
import { createTestDatabase } from './testing/server.ts';

let dataFolder: string;
let config: Config;

beforeAll(async () => {
  dataFolder = await mkdtemp(path.join(os.tmpdir(), 'lapau-main-'));
  await chmod(dataFolder, 0o711); // as root PostgreSQL runs under another account, which must be able to enter
  config = {
    ...readConfig({ HOST: '127.0.0.1', PORT: '0', LAPAU_DATA: dataFolder, LOG_LEVEL: 'fatal' }, 'start'),
    databaseUrl: await createTestDatabase(),
  };
});

afterAll(async () => {
  await rm(dataFolder, { recursive: true, force: true });
});

describe('a start', () => {
  it('answers /readyz once it resolves, and is closed once stopped', async () => {
    const running = await startLapau(config);
    const ready = await fetch(`${running.url}/readyz`);
    expect(ready.status).toBe(200);
    await running.stop();
    await expect(fetch(`${running.url}/readyz`)).rejects.toThrow('fetch failed');
  });

  it('notes that it runs, by which the clock is trusted', async () => {
    const client = new pg.Client(config.databaseUrl);
    await client.connect();
    await client.query(`update trusted_clock set noted_at = now() - interval '1 hour'`);
    await (await startLapau(config)).stop();
    const { rows } = await client.query(`select from trusted_clock where noted_at > now() - interval '10 minutes'`);
    await client.end();
    expect(rows).toHaveLength(1);
  });

  it('is refused while the port is in use, and closes its database connections', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(startLapau({ ...config, port })).rejects.toThrow(`Port ${port} is in use`);
    other.close();
    await (await startLapau({ ...config, port })).stop();
  });

  it('is refused on data of an older PostgreSQL with the commands that bring them over, and leaves them as they are', async () => {
    const older = path.join(dataFolder, 'older');
    const data = path.join(older, 'postgres/data');
    await mkdir(data, { recursive: true });
    await writeFile(path.join(data, 'PG_VERSION'), '17\n');
    // PostgreSQL does not run as root, so its data are never root's
    if (process.getuid?.() === 0)
      for (const entry of [data, path.join(data, 'PG_VERSION')]) await chown(entry, 65_534, 65_534);
    const before = await readdir(older, { recursive: true });
    const start = startLapau({ ...config, databaseUrl: undefined, dataFolder: older });
    await expect(start).rejects.toThrow(
      /made by PostgreSQL 17, this installation brings PostgreSQL 18\.\nIt was left as it is\.[^]*lapau backup village\.tar\n[^]*lapau restore village\.tar --into NEW-FOLDER\n/,
    );
    expect(await readdir(older, { recursive: true })).toEqual(before);
  });

  it('is refused for a HOST that is no address of this machine', async () => {
    await expect(startLapau({ ...config, host: '192.0.2.1' })).rejects.toThrow(StartRefused);
  });

  it('is refused while an account has the printed demo password', async () => {
    const password = await hashPassword('lapau123', { lane: 'owners', account: 'test' });
    const prepare: Prepare = async ({ database: { db } }) => {
      const owner = { full_name: 'Mardiah', email: 'penjual@lapau.test', avatar_url: null };
      const { id } = await db.insertInto('profiles').values(owner).returning('id').executeTakeFirstOrThrow();
      await db
        .insertInto('accounts')
        .values({ user_id: id, account_id: id, provider_id: 'credential', password })
        .execute();
    };
    const running = await startLapau(config, { prepare });
    await running.stop();
    await expect(startLapau(config, { prepare: refuseDemoPasswords })).rejects.toThrow(/demo accounts/);
  });

  it('is aborted while it prepares, and closes its database connections', async () => {
    const aborting = new AbortController();
    const start = startLapau(config, {
      prepare: async () => aborting.abort(new Error('aborted by the test')),
      signal: aborting.signal,
    });
    await expect(start).rejects.toThrow('aborted by the test');
    await (await startLapau(config)).stop();
  });

  it('applies the migrations once when two processes start at the same time', async () => {
    const empty = {
      ...config,
      dataFolder: path.join(dataFolder, 'of both'),
      databaseUrl: await createTestDatabase('template1'),
    };
    const both = await Promise.all([startLapau(empty), startLapau(empty)]);
    for (const { url } of both) expect((await fetch(`${url}/readyz`)).status).toBe(200);
    await Promise.all(both.map(({ stop }) => stop()));
  });
});
