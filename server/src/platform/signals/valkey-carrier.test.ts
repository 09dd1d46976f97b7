import { isDeepStrictEqual } from 'node:util';
import type { Signal } from '@lapau/contract/signals';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import type { TestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import type { TestPage } from '../../testing/sockets.ts';
import { startTestValkey } from '../../testing/valkey.ts';
import { StartRefused } from '../errors/start-refused.ts';

const valkey = await startTestValkey();
afterAll(valkey.stop);
const one = await startTestServer({ redisUrl: valkey.url, logLevel: 'fatal' });
const other = await startTestServer({ redisUrl: valkey.url, logLevel: 'fatal', databaseUrl: one.databaseUrl });
const { db } = one;

const feedChanged = (post_id: string) => ({ type: 'feed_changed', post_id }) as const;
const write = ({ platform }: TestServer, ...signals: Signal[]) =>
  platform.transaction(async (tx) => {
    for (const signal of signals) tx.signal('feed', signal);
  });
const pageOn = async ({ url }: TestServer): Promise<TestPage> => {
  const page = await openPage(url, { cookie: (await buildMember(one)).cookie });
  await page.join('feed');
  return page;
};
const sent = (signal: Signal) => ({ type: 'signal', topic: 'feed', signal });
/** Reads the page's signals, up to this one. */
const until = async (page: TestPage, signal: Signal) => {
  for (let read: unknown; !isDeepStrictEqual(read, signal);) read = (await page.nextSignals(1))[0]?.[1];
};
/** Reads the page's messages up to `resync`, before which signals that were left behind may come. */
const untilResync = async (page: TestPage) => {
  for (let read: unknown; !isDeepStrictEqual(read, { type: 'resync' });) read = await page.next();
};
/** The text of a transaction's signals, as its process stores it. */
const textOf = (...signals: Signal[]) =>
  crypto.randomUUID() + JSON.stringify(signals.map((signal) => ({ topic: 'feed', signal })));
/** Stores the rows of a process that was killed after its commit, two seconds ago. */
const leaveBehind = (...texts: string[]) => leaveBehindAt(sql`now() - interval '3 seconds'`, texts);
const leaveBehindAt = (created_at: RawBuilder<unknown>, texts: string[]) =>
  sql`insert into unsent_signals (text, created_at)
      select text, ${created_at} from unnest(${texts}::text[]) text`.execute(db);
const rowsLeft = async () => (await db.selectFrom('unsent_signals').select('text').orderBy('id').execute()).length;
const allSent = async () => {
  await expect.poll(rowsLeft).toBe(0);
};
const areConnected = async (isConnected: boolean) => {
  await expect
    .poll(() => [one, other].map(({ platform }) => platform.bus.connected()))
    .toEqual([isConnected, isConnected]);
};

test('a signal arrives in its own process and in another when its transaction commits, once, and never when it does not', async () => {
  const pages = [await pageOn(one), await pageOn(other)];
  const rolledBack = one.platform.transaction(async (tx) => {
    tx.signal('feed', feedChanged('rolled back'));
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  const long = feedChanged('🍛"\\'.repeat(1_500));
  await write(one, feedChanged('first'), long);
  await write(other, feedChanged('there'));
  await allSent();
  await write(one, feedChanged('last'));
  for (const page of pages) {
    const signals = (await page.nextSignals(4)).map(([, signal]) => signal);
    expect(signals).toHaveLength(4);
    expect(signals).toEqual(expect.arrayContaining([feedChanged('first'), long, feedChanged('there')]));
    expect(await page.signals()).toEqual([]);
  }
});

test('what a process was killed before it published, another publishes; what two publish arrives once', async () => {
  const pages = [await pageOn(one), await pageOn(other)];
  const text = textOf(feedChanged('left behind'));
  await leaveBehind(text, text);
  await allSent();
  for (const page of pages) {
    expect(await page.next()).toEqual(sent(feedChanged('left behind')));
    expect(await page.signals()).toEqual([]);
  }
});

test('what was left behind by a clock that was ahead is published, too', async () => {
  const page = await pageOn(other);
  await leaveBehindAt(sql`now() + interval '1 year'`, [textOf(feedChanged('of a year later'))]);
  await allSent();
  expect(await page.next()).toEqual(sent(feedChanged('of a year later')));
});

test('more than a page could be told is one resync', async () => {
  const pages = [await pageOn(one), await pageOn(other)];
  await leaveBehind(...Array.from({ length: 2_500 }, (_, index) => textOf(feedChanged(`${index}`))));
  await allSent();
  for (const page of pages) {
    expect(await page.next()).toEqual({ type: 'resync' });
    expect(await page.signals()).toEqual([]);
  }
});

test('while Valkey is away calls go on and nothing cached is trusted; when it is back, empty, pages fetch again', async () => {
  const pages = [await pageOn(one), await pageOn(other)];
  const leaving = await buildMember(one);
  const status = async ({ rawCall }: TestServer) => (await rawCall('get_feed', {}, leaving)).status;
  expect([await status(one), await status(other)]).toEqual([200, 200]);
  await valkey.kill();
  await areConnected(false);
  await write(one, feedChanged('meanwhile'));
  expect(await pages[0]!.next()).toEqual(sent(feedChanged('meanwhile')));
  await db
    .updateTable('sessions')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', leaving.id)
    .execute();
  expect([await status(one), await status(other)]).toEqual([401, 401]);

  await leaveBehind(...Array.from({ length: 2_500 }, () => textOf(feedChanged('nobody hears it'))));
  await expect.poll(rowsLeft).toBeLessThan(10);

  await valkey.start();
  await areConnected(true);
  for (const page of pages) await untilResync(page);
  await allSent();
  await write(one, feedChanged('after'));
  for (const page of pages) await until(page, feedChanged('after'));
});

test('a Valkey that stands still delays no call, and what was cached is not trusted meanwhile', async () => {
  const page = await pageOn(other);
  const leaving = await buildMember(one);
  const status = async ({ rawCall }: TestServer) => (await rawCall('get_feed', {}, leaving)).status;
  expect(await status(other)).toBe(200);
  valkey.freeze();
  onTestFinished(valkey.resume);
  await areConnected(false);
  await one.platform.transaction(async (tx) => {
    await tx.db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()` })
      .where('user_id', '=', leaving.id)
      .execute();
    tx.signal('feed', feedChanged('late'));
  });
  expect(await status(other)).toBe(401);
  valkey.resume();
  await areConnected(true);
  // The signal comes late, or the page is told to fetch again because the connection was replaced meanwhile.
  expect([sent(feedChanged('late')), { type: 'resync' }]).toContainEqual(await page.next());
});

test('a process starts without Valkey, and hears the others once it is there', async () => {
  await valkey.kill();
  const late = await startTestServer({ redisUrl: valkey.url, logLevel: 'fatal', databaseUrl: one.databaseUrl });
  const page = await pageOn(late);
  expect(late.platform.bus.connected()).toBe(false);
  const person = await buildMember(late);
  const asked = async () => (await late.call('get_signals', { topics: [], age_ms: 0 }, person)).messages;
  // A page without a socket is told to fetch again, and not that nothing has happened.
  expect(await asked()).toEqual([{ type: 'resync' }]);
  await valkey.start();
  expect(await page.next()).toEqual({ type: 'resync' });
  await areConnected(true);
  expect(await asked()).toEqual([]);
  await write(one, feedChanged('heard'));
  expect(await page.nextSignals(1)).toEqual([['feed', feedChanged('heard')]]);
});

test('emptied by its operator, Valkey carries signals as before', async () => {
  const page = await pageOn(other);
  await valkey.command('FLUSHALL');
  await valkey.command('SCRIPT', 'FLUSH');
  await write(one, feedChanged('after'));
  expect(await page.next()).toEqual(sent(feedChanged('after')));
});

test.each([
  ['a wrong password', (url: URL) => (url.password = 'wrong')],
  ['no password', (url: URL) => (url.password = '')],
  ['a database that it has not', (url: URL) => (url.pathname = '/99')],
])('with %s the start is refused, without a word of the right one', async (_name, change) => {
  const url = new URL(valkey.url);
  change(url);
  const starting = startTestServer({ redisUrl: url.href, logLevel: 'fatal', databaseUrl: one.databaseUrl });
  await expect(starting).rejects.toThrow(StartRefused);
  await expect(starting).rejects.not.toThrow(new URL(valkey.url).password);
});

test('two Lapaus that share a Valkey hear nothing of each other', async () => {
  const stranger = await startTestServer({ redisUrl: valkey.url, logLevel: 'fatal' });
  const page = await openPage(stranger.url, { cookie: (await buildMember(stranger)).cookie });
  await page.join('feed');
  const own = await pageOn(other);
  await write(one, feedChanged('ours'));
  expect(await own.next()).toEqual(sent(feedChanged('ours')));
  await write(stranger, feedChanged('theirs'));
  expect(await page.next()).toEqual(sent(feedChanged('theirs')));
});
