import type { Topic } from '@lapau/contract/signals';
import { afterAll, expect, test, vi } from 'vitest';
import { buildMember } from '../../testing/builders.ts';
import { startTestServer } from '../../testing/server.ts';
import { openPage } from '../../testing/sockets.ts';
import type { TestPage } from '../../testing/sockets.ts';
import { realtimeLimits } from './socket-limits.ts';

// Time stands still, so that a slow machine makes no signal older and no budget larger.
vi.useFakeTimers({ toFake: ['performance'] });
afterAll(() => void vi.useRealTimers());
const server = await startTestServer();
const { bus } = server.platform;
vi.advanceTimersByTime(60_000);

const postTopic = (): Topic => `post:${crypto.randomUUID()}`;
const signalOf = (topic: Topic, name: string | number, length = 0) => ({
  topic,
  signal: { type: 'post_changed' as const, post_id: `${name}`.padEnd(length, 'x') },
});

/**
 * Joins as a page whose data was requested before all signals.
 * @returns the kinds of the messages that come, up to the answer to a ping
 */
async function join({ send, next }: TestPage, ...topics: string[]): Promise<string[]> {
  send({ type: 'join', topics, age_ms: 30_000 });
  send({ type: 'ping' });
  const kinds: string[] = [];
  for (let { type } = await next(); type !== 'pong'; { type } = await next()) kinds.push(type);
  return kinds;
}

const pageOf = async () => openPage(server.url, { cookie: (await buildMember(server)).cookie });
const times = (count: number, kind = 'signal') => Array.from({ length: count }, () => kind);

test('a topic that is joined again is not sent again; what it said several times is sent once', async () => {
  const page = await pageOf();
  const topic = postTopic();
  bus.deliver([...Array.from({ length: 300 }, () => signalOf(topic, 'liked')), signalOf(topic, 'other')]);
  expect(await join(page, topic, topic)).toEqual(times(2));
  for (let again = 0; again < 3; again += 1) expect(await join(page, topic, topic)).toEqual([]);
});

test('a topic that was left and is joined again is sent all of the period again: a page that leaves no longer listens', async () => {
  const page = await pageOf();
  const topic = postTopic();
  bus.deliver([signalOf(topic, 'before')]);
  expect(await join(page, topic)).toEqual(times(1));
  page.send({ type: 'leave', topics: [topic] });
  expect(await page.signals()).toEqual([]);
  bus.deliver([signalOf(topic, 'meanwhile')]);
  expect(await join(page, topic)).toEqual(times(2));
});

test('a topic that was joined without an age is sent what came before once it is joined with one', async () => {
  const page = await pageOf();
  const topic = postTopic();
  bus.deliver([signalOf(topic, 'before')]);
  await page.join(topic);
  expect(await join(page, topic)).toEqual(times(1));
});

test('up to 200 missed signals are sent, more are one resync, over all topics of a join', async () => {
  const [few, many] = [await pageOf(), await pageOf()];
  const topics = [postTopic(), postTopic()];
  const most = realtimeLimits.missedSignals;
  bus.deliver(Array.from({ length: most }, (_, index) => signalOf(topics[index % 2]!, index)));
  expect(await join(few, ...topics)).toEqual(times(most));
  bus.deliver([signalOf(topics[0]!, 'one more')]);
  expect(await join(many, ...topics)).toEqual(['resync']);
  expect(await join(many, ...topics)).toEqual([]);
});

test('missed signals that are long are one resync, and the page stays connected', async () => {
  const page = await pageOf();
  const topic = postTopic();
  bus.deliver(Array.from({ length: 20 }, (_, index) => signalOf(topic, index, 2_000)));
  expect(await join(page, topic)).toEqual(['resync']);
});

test('what a person is sent again is bounded over all sockets; then a page is told to fetch again', async () => {
  const { cookie } = await buildMember(server);
  const other = await pageOf();
  const topic = postTopic();
  bus.deliver(Array.from({ length: 100 }, (_, index) => signalOf(topic, index, 200)));
  let resyncs = 0;
  let sent = 0;
  for (let sockets = 0; sockets < 10; sockets += 1) {
    const page = await openPage(server.url, { cookie });
    for (let again = 0; again < 5; again += 1) {
      const kinds = await join(page, topic);
      sent += kinds.filter((kind) => kind === 'signal').length;
      resyncs += kinds.filter((kind) => kind === 'resync').length;
      page.send({ type: 'leave', topics: [topic] });
    }
  }
  expect(sent).toBeGreaterThanOrEqual(100);
  expect(resyncs).toBeGreaterThan(0);
  expect(resyncs * 100 + sent).toBe(10 * 5 * 100);
  expect(await join(other, topic)).toEqual(times(100));
});

test('a refused topic gets no signals', async () => {
  const page = await pageOf();
  bus.deliver([{ topic: 'admin', signal: { type: 'users_changed' } }]);
  for (let again = 0; again < 3; again += 1) expect(await join(page, 'admin')).toEqual(['refused']);
});

test.each([-1, 0.5, 60_001, 1e300, '60000', null, [60_000]])(
  'a join with the age %j closes the socket',
  async (age_ms) => {
    const page = await pageOf();
    page.socket.send(JSON.stringify({ type: 'join', topics: ['feed'], age_ms }));
    expect(await page.closed).toMatchObject({ code: 4400 });
  },
);
