import { chownSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { idsOf, startDebianEngine } from '../../testing/engines.ts';
import { findFreePort } from '../../testing/free-port.ts';
import { certificate, certificateKey } from '../../testing/push-certificate.ts';
import { StartRefused } from '../errors/start-refused.ts';
import { refusal } from './start-failures.ts';
import { ensureReachable } from './wait-for-database.ts';

/** A server with TLS, whose certificate is its own; its files belong to the account that it runs under. */
async function startWithTls(): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'lapau-tls-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const files = { ssl_cert_file: path.join(folder, 'own.crt'), ssl_key_file: path.join(folder, 'own.key') };
  writeFileSync(files.ssl_cert_file, certificate);
  writeFileSync(files.ssl_key_file, certificateKey, { mode: 0o600 });
  if (process.getuid?.() === 0) {
    const { uid, gid } = idsOf('postgres');
    for (const place of [folder, ...Object.values(files)]) chownSync(place, uid, gid);
  }
  const port = await findFreePort();
  const own = { ...files, ssl: 'on', listen_addresses: '127.0.0.1', port: String(port) };
  const server = await startDebianEngine({ own });
  onTestFinished(server.stop);
  return port;
}

/** Connects as a command does. @returns why it is refused; undefined when it is connected */
async function saidOn(url: string): Promise<string | undefined> {
  try {
    await ensureReachable(url);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(StartRefused);
    return (error as StartRefused).message;
  }
}

test('a certificate that is not trusted is said to be that, with what does without it', async () => {
  const port = await startWithTls();
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  const said = await saidOn(`${url}?sslmode=require`);
  expect(said).toMatch(/certificate is not trusted.*NODE_EXTRA_CA_CERTS.*sslmode=no-verify/);
  expect(said).not.toContain('Check DATABASE_URL');
  expect(await saidOn(`${url}?sslmode=no-verify`)).toBeUndefined();
});

test('a server without TLS is said to have none', async () => {
  const port = await findFreePort();
  const server = await startDebianEngine({ own: { listen_addresses: '127.0.0.1', port: String(port) } });
  onTestFinished(server.stop);
  expect(await saidOn(`postgres://postgres@127.0.0.1:${port}/postgres?sslmode=require`)).toMatch(
    /Take sslmode out of DATABASE_URL: the server has no TLS\.$/,
  );
});

// No package of Debian's has a server so old.
test('PostgreSQL 13, which does not know a setting of Lapau’s sessions, is said to be too old', () => {
  const error = new pg.DatabaseError('unrecognized configuration parameter "idle_session_timeout"', 0, 'error');
  expect(refusal(Object.assign(error, { code: '42704' })).message).toMatch(/\.\nLapau needs PostgreSQL 15 or newer\.$/);
});
