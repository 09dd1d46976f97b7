import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { hashToken } from './token-hashing.ts';

test('hashes tokens as the migration did, so that existing sessions stay valid', async () => {
  const { platform } = await startTestServer();
  const token = 'dPk1s0m3T0ken_-';
  const { rows } = await platform.database.pool.query(
    `select encode(sha256(convert_to($1::text, 'UTF8')), 'hex') as hash`,
    [token],
  );
  expect(rows).toEqual([{ hash: hashToken(token) }]);
});
