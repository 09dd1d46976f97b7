import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { sessionOf } from './session-settings.ts';

const certificate = path.join(os.tmpdir(), `lapau-ca-${process.pid}.pem`);

/** Reads a URL as pg does. */
function readByPg(connectionString: string) {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString });
  return { host, port, user, password, database, ssl };
}

test.each([
  'postgres://lapau:50%off@db/lapau?host=/run/pg',
  'postgres://u:p^w%zz@h/db',
  `postgres://lapau:x@db:6432/lapau?sslmode=verify-full&sslrootcert=${certificate}`,
  'postgres://lapau:a|b%40c@db/lapau?host=/run/pg+16',
  'postgres:///lapau?host=/run/pg&user=lapau',
])('pg is given the same server, role and password as by the URL alone: %s', (url) => {
  writeFileSync(certificate, 'a certificate');
  onTestFinished(() => rm(certificate, { force: true }));
  expect(sessionOf(url, 'lapau').connectionString).toBe(url);
  const joint = url.includes('?') ? '&' : '?';
  const own = `statement_timeout=1${joint === '?' ? '' : '&'}`;
  const withOwn = `${url.replace('?', `?${own}`)}${joint}options=-c%20work_mem%3D32MB&client_encoding=LATIN1`;
  const { connectionString, options } = sessionOf(withOwn, 'lapau');
  expect(readByPg(connectionString)).toEqual(readByPg(url));
  expect(connectionString).not.toMatch(/timeout|options|encoding/);
  expect(options).toMatch(/^-c work_mem=32MB -c /);
});

test('a parameter of Lapau is left out however its name is written', () => {
  const { connectionString } = sessionOf('postgres://lapau@db/lapau?lock%5Ftimeout=5&query+timeout=1', 'lapau');
  expect(connectionString).toBe('postgres://lapau@db/lapau?query+timeout=1');
});
