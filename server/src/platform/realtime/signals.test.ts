import type { SessionEnd, Topic } from '@lapau/contract/signals';
import { sql } from 'kysely';
import { afterAll, expect, test, vi } from 'vitest';
import { buildAdmin, buildMember, buildSession } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import type { TestPage } from '../../testing/sockets.ts';
import { hashToken } from '../session/token-hashing.ts';
import { openBus } from '../signals/bus.ts';
import { byNotify } from '../signals/notify-carrier.ts';
import { createTransactionRunner } from '../transactions/transaction.ts';

const server = await startTestServer({ logLevel: 'fatal' });
const { platform } = server;
const { connectionString } = platform.database.pool.options;
// This is what another process on the same database does.
const otherBus = await openBus(byNotify(connectionString!, platform.log), platform.log);
const writeElsewhere = createTransactionRunner(server.db, otherBus, platform.jobs, platform.log);
afterAll(() => otherBus.close());

/** Kills the connections that signals travel on. */
const cutSignals = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'lapau signals' and datname = current_database()`.execute(server.db);

test('a signal of another process arrives when its transaction commits, and never when it does not', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('feed');
  const rolledBack = writeElsewhere(async (tx) => {
    tx.signal('feed', { type: 'feed_changed', post_id: 'rolled back' });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await writeElsewhere(async (tx) => {
    tx.signal('feed', { type: 'feed_changed', post_id: 'committed' });
    tx.signal('feed', { type: 'feed_changed', post_id: 'committed' });
    tx.signal('feed', { type: 'feed_changed', post_id: 'and another' });
  });
  for (const post_id of ['committed', 'and another']) {
    expect(await page.next()).toEqual({ type: 'signal', topic: 'feed', signal: { type: 'feed_changed', post_id } });
  }
});

test('a page that joins is sent the signals since its data was requested: of these topics, and once of its own', async () => {
  // This is well before the signals, because the period of a join lacks the time that the join takes to arrive.
  const requestedAt = performance.now();
  const member = await buildMember(server);
  const earlier = await openPage(server.url, { cookie: member.cookie });
  await earlier.join('feed');
  await platform.transaction(async (tx) => {
    tx.signal('feed', { type: 'feed_changed', post_id: 'here' });
    tx.signal('banners', { type: 'banners_changed' });
    tx.signal('admin', { type: 'users_changed' });
    tx.signal(`user:${member.id}`, { type: 'notifications_changed', unread: 1 });
  });
  await writeElsewhere(async (tx) => tx.signal('feed', { type: 'feed_changed', post_id: 'elsewhere' }));
  const signals = await earlier.nextSignals(3);
  expect(signals.at(-1)).toMatchObject(['feed', { post_id: 'elsewhere' }]);

  const join = (page: TestPage, ...topics: Topic[]) =>
    page.send({ type: 'join', topics, age_ms: Math.ceil(performance.now() - requestedAt) });
  // A join says its age when it is sent: one that takes long to arrive misses the first signals, and is made again.
  const page = await vi.waitFor(async () => {
    const joining = await openPage(server.url, { cookie: member.cookie });
    join(joining, 'feed', 'admin');
    expect(await joining.next()).toEqual({ type: 'refused', topics: ['admin'] });
    expect(await joining.signals()).toEqual(signals);
    return joining;
  });
  join(page, 'banners');
  expect(await page.next()).toMatchObject({ topic: 'banners' });
  expect(await page.signals()).toEqual([]);
});

test('a page that joins after a gap in the signals since its data was requested is sent a resync', async () => {
  const member = await buildMember(server);
  const earlier = await openPage(server.url, { cookie: member.cookie });
  await cutSignals();
  expect(await earlier.next()).toEqual({ type: 'resync' });
  const page = await openPage(server.url, { cookie: member.cookie });
  page.send({ type: 'join', topics: ['feed'], age_ms: 60_000 });
  expect(await page.next()).toEqual({ type: 'resync' });
  page.send({ type: 'join', topics: ['banners'], age_ms: 0 });
  expect(await page.signals()).toEqual([]);
});

test('a signal of this process arrives once, although the database sends it back', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('feed');
  await platform.transaction(async (tx) => tx.signal('feed', { type: 'feed_changed', post_id: 'here' }));
  await writeElsewhere(async (tx) => tx.signal('feed', { type: 'feed_changed', post_id: 'there' }));
  for (const post_id of ['here', 'there']) expect(await page.next()).toMatchObject({ signal: { post_id } });
});

test('one transaction may send more signals than fit into one NOTIFY payload, and they arrive in order', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('feed');
  const ids = Array.from({ length: 300 }, (_, index) => `post ${index} ${'é'.repeat(20)}`);
  await writeElsewhere(async (tx) => {
    for (const post_id of ids) tx.signal('feed', { type: 'feed_changed', post_id });
  });
  for (const post_id of ids) expect(await page.next()).toMatchObject({ signal: { post_id } });
});

test('a signal that is longer than a NOTIFY payload arrives whole and in order', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('feed');
  const ids = ['before', '🍛'.repeat(2_000), '"\\\n'.repeat(1_500), 'é'.repeat(7_000), 'after'];
  await Promise.all(
    [1, 2, 3].map(() =>
      writeElsewhere(async (tx) => {
        for (const post_id of ids) tx.signal('feed', { type: 'feed_changed', post_id });
      }),
    ),
  );
  for (const post_id of [...ids, ...ids, ...ids]) expect(await page.next()).toMatchObject({ signal: { post_id } });
});

test('after a lost signal connection every page is sent a resync, and signals arrive as before', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('feed');
  await cutSignals();
  expect(await page.next()).toEqual({ type: 'resync' });
  expect(platform.bus.connected()).toBe(true);
  await writeElsewhere(async (tx) => tx.signal('feed', { type: 'feed_changed' }));
  expect(await page.next()).toMatchObject({ type: 'signal', topic: 'feed' });
});

test('a suspended person’s page is closed after a gap in the signals, although the suspension’s signal was missed', async () => {
  const member = await buildMember(server);
  const page = await openPage(server.url, { cookie: member.cookie });
  await server.db.updateTable('profiles').set({ is_suspended: true }).where('id', '=', member.id).execute();
  await cutSignals();
  expect(await page.closed).toEqual({ code: 4403, reason: 'account_suspended' });
});

test.each<[SessionEnd, number]>([
  ['account_suspended', 4403],
  ['warung_suspended', 4403],
  ['password_changed', 4410],
  ['signed_out', 4410],
  ['ended_elsewhere', 4410],
])('%s is sent to every page of the person, then they are closed with %i', async (reason, code) => {
  const member = await buildMember(server);
  const elsewhere = await buildSession(server, member.id);
  const pages = await Promise.all([member, elsewhere].map(({ cookie }) => openPage(server.url, { cookie })));
  await writeElsewhere(async (tx) => tx.signal(`user:${member.id}`, { type: 'session_ended', reason }));
  for (const page of pages) {
    expect(await page.next()).toMatchObject({ type: 'signal', signal: { type: 'session_ended', reason } });
    expect(await page.closed).toEqual({ code, reason });
  }
});

test('the end of one session closes its pages only', async () => {
  const member = await buildMember(server);
  const elsewhere = await buildSession(server, member.id);
  const [ended, open] = await Promise.all([member, elsewhere].map(({ cookie }) => openPage(server.url, { cookie })));
  const { id } = await server.db
    .selectFrom('sessions')
    .select('id')
    .where('token_hash', '=', hashToken(decodeURIComponent(member.token).split('.')[0]!))
    .executeTakeFirstOrThrow();
  await platform.transaction(async (tx) => {
    tx.signal(`user:${member.id}`, { type: 'session_ended', reason: 'signed_out', session_id: id });
    tx.signal(`user:${member.id}`, { type: 'profile_changed' });
  });
  expect(await ended!.closed).toEqual({ code: 4410, reason: 'signed_out' });
  expect(await open!.next()).toMatchObject({ signal: { type: 'profile_changed' } });
});

test('a demoted admin is unsubscribed before the page is notified; a new admin may join', async () => {
  const admin = await buildAdmin(server);
  const page = await openPage(server.url, { cookie: admin.cookie });
  await page.join('admin', 'feed');
  const setRole = (role: 'admin' | 'pembeli') =>
    writeElsewhere(async (tx) => {
      await tx.db.updateTable('profiles').set({ role }).where('id', '=', admin.id).execute();
      tx.signal(`user:${admin.id}`, { type: 'profile_changed' });
    });
  await setRole('pembeli');
  expect(await page.next()).toMatchObject({ signal: { type: 'profile_changed' } });
  await platform.transaction(async (tx) => {
    tx.signal('admin', { type: 'users_changed' });
    tx.signal('feed', { type: 'feed_changed' });
  });
  expect(await page.next()).toMatchObject({ topic: 'feed' });
  page.send({ type: 'join', topics: ['admin'] });
  expect(await page.next()).toEqual({ type: 'refused', topics: ['admin'] });
  await setRole('admin');
  expect(await page.next()).toMatchObject({ signal: { type: 'profile_changed' } });
  await page.join('admin');
});

test('a listener that fails neither fails the write nor prevents the signal from reaching a page', async () => {
  const page = await openPage(server.url, { cookie: (await buildMember(server)).cookie });
  await page.join('feed');
  const stop = platform.bus.listen(() => {
    throw new Error('broken listener');
  });
  await platform.transaction(async (tx) => tx.signal('feed', { type: 'feed_changed' }));
  stop();
  expect(await page.next()).toMatchObject({ topic: 'feed' });
});
