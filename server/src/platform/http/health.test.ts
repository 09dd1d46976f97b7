import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';

test('however many ask /readyz at once, the database is asked once', async () => {
  const server = await startTestServer();
  let queries = 0;
  server.platform.database.pool.on('acquire', () => (queries += 1));
  const begun = performance.now();
  const answers = await Promise.all(Array.from({ length: 100 }, () => server.request('/readyz')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(queries).toBeGreaterThan(0);
  expect(queries).toBeLessThanOrEqual(1 + Math.floor((performance.now() - begun) / 1_000));
});
