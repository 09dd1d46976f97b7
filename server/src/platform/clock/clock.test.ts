import { once } from 'node:events';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage, openSocket } from '../../testing/sockets.ts';

const server = await startTestServer({ limits: { readsByMember: 2, costByMember: 20 } });
const hourMs = 3_600_000;

// Elapsed time passes only where a test says so, and the host's clock is set apart from it.
vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
afterAll(() => void vi.useRealTimers());
beforeEach(() => void vi.setSystemTime(vi.getRealSystemTime()));

const setClock = (byMs: number) => vi.setSystemTime(Date.now() + byMs);

const steps = [
  ['4 hours forward', 4 * hourMs],
  ['4 hours back', -4 * hourMs],
  ['30 days forward', 720 * hourMs],
  ['30 days back', -720 * hourMs],
] as const;

test.each(steps)('a clock set %s closes no socket, and a dead one is closed in time', async (_name, byMs) => {
  const { cookie } = await buildMember(server);
  const [page, dead] = [await openPage(server.url, { cookie }), await openSocket(server.url, { cookie }, false)];
  await dead.next();
  setClock(byMs);
  vi.advanceTimersByTime(10_000); // the server sweeps twice in this time
  expect(await page.signals()).toEqual([]);
  const isPinged = once(page.socket, 'ping');
  vi.advanceTimersByTime(41_000); // this exceeds a heartbeat and a timeout for one socket, and two timeouts for the other
  await isPinged;
  expect(await dead.closed).toMatchObject({ code: 1006 });
  await page.join('feed');
});

test.each(steps)('a clock set %s ends neither sessions nor limits, and makes no limit longer', async (_name, byMs) => {
  const member = await buildMember(server);
  const call = async (input = {}) => (await server.rawCall('get_feed', input, member)).status;
  expect([await call({ search_term: 's' }), await call({ search_term: 's' }), await call()]).toEqual([200, 200, 429]);
  setClock(byMs);
  expect(await call()).toBe(429);
  vi.advanceTimersByTime(60_000);
  expect([await call({ search_term: 's' }), await call({ search_term: 's' }), await call()]).toEqual([200, 200, 429]);
});
