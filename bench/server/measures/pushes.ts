import { createECDH } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { CallOutput } from '@lapau/contract/calls';
import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { sendPush } from '../../../server/src/features/push/rules.ts';
import type { PushJob } from '../../../server/src/features/push/rules.ts';
import { median, medianRatio, runInRounds } from '../../shared/rounds.ts';
import { milliseconds, perSecond } from '../../shared/table.ts';
import type { Row } from '../../shared/table.ts';
import { cookieOf } from '../data/data.ts';
import { load, send } from '../load/wrk.ts';
import { startPushService } from '../programs/start.ts';
import type { Program } from '../programs/start.ts';
import { getFeed, ofEachReader } from './bench.ts';
import type { Bench } from './bench.ts';

const budget = 2;

/** Measures get_feed's latency while messages are pushed to as many devices as there are members. */
export async function measurePushes({ lapau, databaseUrl, rounds, seconds }: Bench): Promise<Row[]> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  const queue = new PgBoss({ connectionString: databaseUrl, schema: 'jobs', supervise: false, schedule: false });
  await queue.start();
  const service = await startPushService();
  const { vapid_public_key } = JSON.parse(
    await send(lapau.url, { path: '/rpc/get_push_settings', cookie: cookieOf(1), body: {} }),
  ) as CallOutput<'get_push_settings'>;

  const countWaiting = async () => {
    const { rows } = await database.query<{ waiting: number }>(
      `select count(*)::int as waiting from jobs.job where name = $1 and state < 'completed'`,
      [sendPush.name],
    );
    return rows[0]?.waiting ?? 0;
  };
  const readFeed = () =>
    load(
      lapau.url,
      ofEachReader((reader) => getFeed(reader)),
      { connections: 16, seconds },
    );
  const readWhilePushing = async () => {
    const jobs = await subscribeDevices(database, service, vapid_public_key);
    const started = performance.now();
    await queue.insert(
      sendPush.name,
      jobs.map((data) => ({ data, group: { id: data.person } })),
    );
    const feed = await readFeed();
    const isPushing = (await countWaiting()) > 0;
    while ((await countWaiting()) > 0) await delay(100);
    const pushesPerSecond = (jobs.length * 1_000) / (performance.now() - started);
    return { ...feed, pushesPerSecond, devices: jobs.length, isPushing };
  };

  try {
    await readWhilePushing();
    const turns = await runInRounds(rounds, { pushing: readWhilePushing, alone: readFeed });
    const p99 = { pushing: turns.pushing.map((turn) => turn.p99), alone: turns.alone.map((turn) => turn.p99) };
    const ratio = medianRatio(p99.pushing, p99.alone);
    const { devices = 0 } = turns.pushing[0] ?? {};
    return [
      {
        what: `get_feed’s p99 while a message is pushed to ${devices} devices`,
        measured: milliseconds(median(p99.pushing)),
        against: `without pushes ${milliseconds(median(p99.alone))}`,
        ratio,
        budget: `<= ${budget}`,
        isMet: ratio <= budget && turns.pushing.every(({ isPushing }) => isPushing),
      },
      {
        what: '  its rate',
        measured: perSecond(median(turns.pushing.map(({ rate }) => rate))),
        against: `without pushes ${perSecond(median(turns.alone.map(({ rate }) => rate)))}`,
      },
      { what: '  pushes sent', measured: perSecond(median(turns.pushing.map((turn) => turn.pushesPerSecond))) },
    ];
  } finally {
    // The other measures are to send no pushes.
    await database.query('delete from push_subscriptions');
    await queue.stop();
    await service.stop();
    await database.end();
  }
}

/**
 * Registers a browser of the cook for each conversation of fill.sql, whose newest message the cook has not read.
 * @returns the pushes that tell of those messages
 */
async function subscribeDevices(
  database: pg.Client,
  service: Program,
  vapidKey: string,
): Promise<(PushJob & { person: string })[]> {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  await database.query('delete from push_subscriptions');
  const { rows } = await database.query<{ device: string; person: string; message: string; expires_at: string }>(
    `with unread as (
       select distinct on (c.id) c.user2_id as cook, m.id as message
       from conversations c join messages m on m.conversation_id = c.id and m.sender_id = c.user1_id
       where c.user2_unread between 1 and 100
       order by c.id, m.sequence desc),
     numbered as (select *, row_number() over () as number from unread),
     stored as (
       insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, vapid_public_key)
       select cook, (select id from sessions where user_id = cook limit 1), $1 || '/' || number, $2, $3, $4 from numbered
       returning id, endpoint)
     select stored.id as device, cook as person, message, (now() + interval '1 day')::text as expires_at
     from stored join numbered on stored.endpoint = $1 || '/' || number`,
    [service.url, browser.getPublicKey('base64url'), Buffer.alloc(16).toString('base64url'), vapidKey],
  );
  return rows.map(({ device, person, message, expires_at }) => ({
    device,
    person,
    about: { kind: 'messages', message },
    attempt: 0,
    expires_at,
  }));
}
