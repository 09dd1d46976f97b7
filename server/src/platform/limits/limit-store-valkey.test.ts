import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { startTestValkey } from '../../testing/valkey.ts';
import { createLog } from '../log/log.ts';
import { openValkey } from '../valkey/valkey.ts';
import { inValkey } from './limit-store-valkey.ts';

const server = await startTestValkey();
afterAll(server.stop);
const log = createLog('fatal');
const secret = 'a secret that both processes have';
const processes = await Promise.all([openValkey(server.url, secret, log), openValkey(server.url, secret, log)]);
afterAll(() => Promise.all(processes.map(({ close }) => close())));
const [one, other] = processes;
const hourMs = 3_600_000;
const areCurrent = async (isCurrent: boolean) => {
  await expect.poll(() => processes.map((process) => process.isCurrent())).toEqual([isCurrent, isCurrent]);
};

test('points that one process takes are gone in the others; keys and limits do not share', async () => {
  const rate = { points: 3, windowMs: 3 * hourMs };
  const [take, takeThere] = [inValkey(one).points('a', rate), inValkey(other).points('a', rate)];
  expect([await take('x', 1), await takeThere('x', 2)]).toEqual([0, 0]);
  for (const wait of [await take('x', 1), await takeThere('x', 1)]) {
    expect(wait).toBeGreaterThan(hourMs / 2);
    expect(wait).toBeLessThanOrEqual(hourMs);
  }
  expect([await take('y', 1), await inValkey(one).points('b', rate)('x', 1)]).toEqual([0, 0]);
});

test('points come back evenly, fractions of a millisecond included, and what is full again is forgotten', async () => {
  const take = inValkey(one).points('evenly', { points: 20_000, windowMs: 2_000 });
  expect(await take('x', 20_000)).toBe(0);
  expect(await take('x', 20_000)).toBeGreaterThan(0);
  await expect.poll(() => take('x', 20_000)).toBe(0);
  const fine = inValkey(one).points('fine', { points: 1e9, windowMs: 60_000 });
  const taken = await Promise.all(Array.from({ length: 2_000 }, async () => fine('x', 1)));
  expect(new Set(taken)).toEqual(new Set([0]));
  // This waits less than the window of 60 s, after which a key would be forgotten in any case.
  await expect.poll(() => server.command('KEYS', '*'), { timeout: 50_000 }).toHaveLength(4);
});

test('several points are taken all together or not at all', async () => {
  const take = inValkey(one).points('together', { points: 10, windowMs: hourMs });
  expect(await take('x', 8)).toBe(0);
  expect(await take('x', 4)).toBeGreaterThan(0);
  expect(await take('x', 2)).toBe(0);
});

test('a mailbox has five for the requesters of all processes, the fourth and fifth for who rank higher', async () => {
  const rate = { points: 5, windowMs: hourMs };
  const [share, shareThere] = [inValkey(one).shares('mails', rate), inValkey(other).shares('mails', rate)];
  const take = async (requester: string, rank: 0 | 1 | 2) => [
    await share('box', requester, rank),
    await shareThere('box', requester, rank),
  ];
  expect([await take('a', 0), await take('a', 0)]).toEqual([
    [true, true],
    [false, false],
  ]);
  expect([await take('b', 0), await take('c', 1), await take('b', 0), await take('d', 2), await take('e', 2)]).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [true, false],
    [false, false],
  ]);
  expect(await share('another box', 'a', 0)).toBe(true);
  // Shares that the highest rank has taken are not there for others.
  expect([await share('third box', 'd', 2), await share('third box', 'd', 2)]).toEqual([true, true]);
  expect([await share('third box', 'e', 2), await share('third box', 'e', 2)]).toEqual([true, true]);
  expect(await share('third box', 'f', 2)).toBe(true);
  expect([await share('third box', 'a', 0), await share('third box', 'c', 1)]).toEqual([false, false]);
});

test('what asks again has the share that it took, in whatever process', async () => {
  const rate = { points: 2, windowMs: hourMs };
  const [share, shareThere] = [inValkey(one).shares('uses', rate), inValkey(other).shares('uses', rate)];
  expect([await share('box', 'a', 2, 'mail'), await shareThere('box', 'a', 2, 'mail')]).toEqual([true, true]);
  expect([await shareThere('box', 'a', 2), await share('box', 'b', 2), await share('box', 'c', 2)]).toEqual([
    false,
    true,
    false,
  ]);
});

test('what a process of 1.0.0 has taken counts as of the lowest rank', async () => {
  const share = inValkey(one).shares('mails', { points: 5, windowMs: hourMs });
  const before = new Set((await server.command('KEYS', '*')) as string[]);
  await share('old box', 'a', 0);
  const key = ((await server.command('KEYS', '*')) as string[]).find((name) => !before.has(name)) ?? '';
  for (const index of [1, 2]) {
    const [id, at] = [crypto.randomUUID(), String(Date.now() - index)];
    await server.command('ZADD', key, at, `${one.hash('b')} ${id}`);
  }
  expect([await share('old box', 'c', 0), await share('old box', 'c', 1)]).toEqual([false, true]);
});

test('Valkey learns neither addresses nor mailboxes', async () => {
  await inValkey(one).points('signInsByAddress', { points: 5, windowMs: hourMs })('203.0.113.77', 1);
  await inValkey(one).shares('mailsByMailbox', { points: 5, windowMs: hourMs })('etek@lapau.test', '203.0.113.77', 0);
  const keys = (await server.command('KEYS', '*')) as string[];
  const kept = await Promise.all(
    keys.map(async (key) =>
      (await server.command('TYPE', key)) === 'zset'
        ? server.command('ZRANGE', key, '0', '-1')
        : server.command('GET', key),
    ),
  );
  expect(keys.length).toBeGreaterThan(5);
  expect(JSON.stringify([keys, kept])).not.toMatch(/203\.0\.113|etek|signIns|mailbox/i);
});

test('a clock of Valkey’s machine that is set back by more than a window locks nobody out', async () => {
  const take = inValkey(one).points('clock', { points: 1, windowMs: hourMs });
  const before = new Set((await server.command('KEYS', '*')) as string[]);
  expect(await take('x', 1)).toBe(0);
  const key = ((await server.command('KEYS', '*')) as string[]).find((name) => !before.has(name)) ?? '';
  await server.command('SET', key, String(Date.now() + 24 * hourMs));
  expect(await take('x', 1)).toBe(0);
  expect(await take('x', 1)).toBeGreaterThan(0);
});

test('while Valkey is away each process counts by itself; when it is back, empty, they count together again', async () => {
  const rate = { points: 1, windowMs: hourMs };
  const [take, takeThere] = [inValkey(one).points('away', rate), inValkey(other).points('away', rate)];
  expect(await take('x', 1)).toBe(0);
  await server.kill();
  expect([await take('x', 1), await takeThere('x', 1)]).toEqual([0, 0]);
  for (const wait of [await take('x', 1), await takeThere('x', 1)]) expect(wait).toBeGreaterThan(0);
  await server.start();
  await areCurrent(true);
  expect(await take('x', 1)).toBe(0);
  expect(await takeThere('x', 1)).toBeGreaterThan(0);
});

test('what a process has taken there counts for it also while Valkey is away', async () => {
  const share = inValkey(one).shares('shares while away', { points: 5, windowMs: hourMs });
  expect([await share('box', 'a', 0), await share('box', 'a', 0), await share('box', 'b', 0)]).toEqual([
    true,
    true,
    true,
  ]);
  await server.kill();
  expect(await share('box', 'c', 0)).toBe(false);
  await server.start();
  await areCurrent(true);
});

test('a Valkey that stands still is asked once and not waited for again until it answers', async () => {
  const take = inValkey(one).points('frozen', { points: 5, windowMs: hourMs });
  server.freeze();
  onTestFinished(server.resume);
  const asked = vi.spyOn(one, 'run');
  expect(await take('x', 1)).toBe(0);
  // The second call is refused before it is sent: otherwise it would wait for an answer behind the first one.
  await expect(one.run('return 1', 'x', [])).rejects.toThrow('away');
  expect(asked).toHaveBeenCalled();
  server.resume();
  await expect.poll(() => one.run('return 1', 'x', [])).toBe(1);
});

test('what Valkey refuses, full or read-only, this process counts', async () => {
  await server.command('CONFIG', 'SET', 'maxmemory', '1');
  onTestFinished(async () => void (await server.command('CONFIG', 'SET', 'maxmemory', '0')));
  const take = inValkey(one).points('full', { points: 1, windowMs: hourMs });
  expect(await take('x', 1)).toBe(0);
  expect(await take('x', 1)).toBeGreaterThan(0);
});
